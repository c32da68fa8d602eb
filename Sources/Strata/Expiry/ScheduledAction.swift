/// A closure that waits for its deadline: what `ExpiryScheduler.schedule(at:_:)` returns.
///
/// It does not hold the scheduler, and letting go of it cancels nothing.
public struct ScheduledAction: Sendable {
  weak let scheduler: ExpiryScheduler?
  let handle: TimerWheel.Handle

  /// Drops the action. O(1).
  ///
  /// - Returns: false when it has been called, its call has begun, or it was cancelled before.
  @discardableResult
  public func cancel() -> Bool {
    scheduler?.cancel(handle) ?? false
  }

  /// Moves the action to another deadline, earlier or later. O(1), without an allocation.
  ///
  /// - Returns: false when it has been called, its call has begun, or it was cancelled.
  @discardableResult
  public func reschedule(at deadline: MonotonicInstant) -> Bool {
    scheduler?.reschedule(handle, at: deadline) ?? false
  }
}
