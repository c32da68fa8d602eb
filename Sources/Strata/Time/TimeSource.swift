/// Where a `CacheClock` reads the time: inject one to control it, as the manual clock of
/// `StrataTesting` does.
///
/// ## Contract
/// `now` never goes back, and goes on while the machine sleeps. `date` may jump either way.
public protocol TimeSource: Sendable {
  /// The monotonic clock.
  var now: MonotonicInstant { get }
  /// The wall clock.
  var date: Timestamp { get }
  /// Suspends until the monotonic clock has reached `deadline`; returns at once for one that has
  /// passed, and early, by throwing, when the task is cancelled.
  func sleep(until deadline: MonotonicInstant) async throws(CancellationError)
}
