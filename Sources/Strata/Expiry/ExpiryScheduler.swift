import Synchronization

/// Calls back at deadlines, any number of them, with a single sleeping task for all.
///
/// ```swift
/// let scheduler = ExpiryScheduler(clock: clock) { [weak store] id in store?.expire(id) }
/// let handle = scheduler.schedule(id, at: clock.now.advanced(by: .minutes(10)))
/// scheduler.reschedule(handle, at: clock.now.advanced(by: .minutes(20)))    // it was read
/// scheduler.cancel(handle)                                                 // it was removed
///
/// let limit = scheduler.schedule(at: clock.now.advanced(by: .seconds(5))) { flight.timeOut() }
/// limit.cancel()
/// ```
///
/// ## Guarantees
/// - **Never early**: nothing is called before the clock has reached its deadline.
/// - **Late by less than `TimerWheel.resolution` (1 ms) plus `coalescing`**, and what the clock's sleep,
///   the executor and the handlers called before take. Where the clock jumps (a laptop that slept),
///   whatever it missed is called once, in the order of the deadlines.
/// - A deadline that has passed is called at once, though never from within `schedule`.
/// - `cancel` and `reschedule` that return true are obeyed even when the deadline has come and others of
///   the same millisecond have been called; when they return false, the call has been made or begun.
/// - Handlers run on no lock of the scheduler: they may schedule, move and cancel as they like.
/// - With nothing scheduled there is no task and no wake-up. The sleeper holds the scheduler only weakly,
///   so the scheduler goes with its last reference; what is still scheduled is then dropped.
/// - The sleeper is a detached task: it needs no run loop, and no task, queue or actor of the caller's.
///
/// It is a hint, not the judge: what has expired is decided when it is read. Handlers should check that
/// what they are called for is still so.
///
/// Not for long work: handlers are called one after the other on the sleeper's task; they start work,
/// or hand it on, and return. If `fireDue()` is used beside it, two handlers may run at a time.
///
/// ## Cost
/// Scheduling, moving and cancelling take one uncontended lock and a constant number of steps, and
/// allocate nothing; an action costs its closure. The sleeper is replaced only when a deadline comes
/// that is earlier than all others by more than `coalescing`, or when the last one goes.
public final class ExpiryScheduler: Sendable {
  let clock: CacheClock
  let handler: @Sendable (UInt64) -> Void
  let coalescing: Coalescing
  let state: Mutex<State>

  /// How many calls the sleeper makes before it lets other tasks run.
  static let batch = 256

  /// - Parameters:
  ///   - clock: what deadlines are measured with.
  ///   - coalescing: The scheduler wakes up at whole multiples of this time only, so that deadlines
  ///     close to each other share a wake-up. A longer one saves wake-ups and is added to the lateness.
  ///     Default 1 ms, at least 1 ms, which adds nothing to the resolution.
  ///   - handler: called with the payload of each timer whose deadline has come. It is held for the
  ///     scheduler's life: capture weakly whoever holds the scheduler.
  public init(
    clock: CacheClock = .system, coalescing: Duration = .milliseconds(1),
    handler: @escaping @Sendable (UInt64) -> Void = { _ in }
  ) {
    self.clock = clock
    self.handler = handler
    self.coalescing = Coalescing(coalescing)
    state = Mutex(State(startingAt: clock.now))
  }

  deinit {
    state.withLock { $0.sleeper?.task }?.cancel()
  }

  // MARK: Payloads

  /// Has the handler called with `payload` at `deadline`. O(1), without an allocation.
  public func schedule(_ payload: UInt64, at deadline: MonotonicInstant) -> TimerWheel.Handle {
    change { state in
      let handle = state.wheel.schedule(payload, at: deadline)
      return (handle, deadline)
    }
  }

  /// Moves a call to another deadline, earlier or later. O(1), without an allocation.
  ///
  /// - Returns: false when the call has been made, has begun, or was cancelled; it is then not made again.
  @discardableResult
  public func reschedule(_ handle: TimerWheel.Handle, at deadline: MonotonicInstant) -> Bool {
    change { state in
      let isScheduled = state.wheel.reschedule(handle, at: deadline)
      return (isScheduled, deadline)
    }
  }

  /// Drops a call. O(1).
  ///
  /// - Returns: false when the call has been made, has begun, or was cancelled before.
  @discardableResult
  public func cancel(_ handle: TimerWheel.Handle) -> Bool {
    // The action is let go after the lock: what it captured may call the scheduler as it goes.
    let (entry, action) = change { state in
      let entry = state.wheel.cancel(handle)
      return ((entry, entry.flatMap { state.actions.remove($0) }), nil)
    }
    _ = action
    return entry != nil
  }

  // MARK: Looking

  /// How many calls are scheduled, those with a deadline that never comes included.
  public var pendingCount: Int { state.withLock { $0.wheel.count } }

  /// When the scheduler wakes up next; nil when it doesn't. An instant that has passed means: at once.
  ///
  /// While the next deadlines are far and many, it may be the moment to look closer, before the first.
  public var nextWake: MonotonicInstant? {
    state.withLock { $0.wheel.nextDeadline }.map(coalescing.wake)
  }

  /// Whether a task sleeps, or is at work, for this scheduler.
  var hasSleeper: Bool { state.withLock { $0.sleeper != nil } }
}
