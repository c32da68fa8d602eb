public import Strata

/// A clock that stands still until a test moves it.
///
/// ```swift
/// let time = ManualClock()
/// let cache = Cache(stack, policy: policy, clock: time.clock) { key in … }
/// …
/// await time.waitForSleepers()          // the scheduler has armed its timer
/// time.advance(by: .days(10))           // and wakes
/// ```
///
/// The monotonic clock and the wall clock move together with `advance(by:)`; `jumpWall(by:)` moves the wall
/// clock alone, as a person or a time server does. A machine that slept needs no call of its own: the
/// monotonic clock goes on meanwhile, so that it looks like one long `advance(by:)`.
///
/// All arithmetic saturates, so that a test may start a clock next to either end of its range.
public final class ManualClock: TimeSource {
  // The readings and sleepers live in an object of their own: `clock` holds it strongly, and would make a
  // cycle if it held this one.
  private let timeline: ManualTimeline

  /// The clock to inject: the same one at every call, so that all who use it share one order of stamps.
  public let clock: CacheClock

  /// - Parameters:
  ///   - now: What the monotonic clock says first. Default: one hour. Any value will do: zero, negative, or
  ///     close to the end of the range.
  ///   - date: What the wall clock says first. Default: 2026-01-01T00:00:00Z.
  public init(
    now: MonotonicInstant = MonotonicInstant(nanoseconds: 3_600_000_000_000),
    date: Timestamp = Timestamp(milliseconds: 1_767_225_600_000)
  ) {
    timeline = ManualTimeline(now: now, date: date)
    clock = CacheClock(timeline)
  }

  public var now: MonotonicInstant { timeline.now }
  public var date: Timestamp { timeline.date }

  /// Moves both clocks forward, then resumes the sleepers whose deadlines have come, those with the earlier
  /// deadline first, and in their order of arrival where deadlines are equal.
  ///
  /// They are resumed when the call returns; when they run is up to their executors.
  ///
  /// - Precondition: `duration` is not negative, since a monotonic clock never goes back.
  public func advance(by duration: Duration) {
    precondition(
      duration >= .zero,
      "a monotonic clock never goes back; jumpWall(by:) moves the wall clock alone")
    timeline.advance(by: duration)
  }

  /// Moves both clocks to the earliest deadline of a sleeper, and resumes all who wait for it.
  ///
  /// - Returns: How far the clocks moved; nil, and nothing moves, when nobody sleeps.
  @discardableResult
  public func advanceToNextDeadline() -> Duration? {
    timeline.advanceToNextDeadline()
  }

  /// Moves the wall clock alone, forth or, by a negative duration, back. No sleeper is resumed.
  public func jumpWall(by duration: Duration) {
    timeline.jumpWall(by: duration)
  }

  /// How many tasks sleep.
  public var sleeperCount: Int { timeline.sleeperCount }

  /// The earliest deadline that a task sleeps for; nil when none does.
  public var nextDeadline: MonotonicInstant? { timeline.nextDeadline }

  /// Suspends until the clock is moved to `deadline` or past it; returns at once where it is there already.
  ///
  /// - Throws: `CancellationError` when the task is cancelled, before or meanwhile.
  public func sleep(until deadline: MonotonicInstant) async throws(CancellationError) {
    try await timeline.sleep(until: deadline)
  }

  /// Suspends until at least `count` tasks sleep; returns at once where they do already.
  ///
  /// That no further task is on its way to sleep cannot be told by this.
  ///
  /// - Throws: `CancellationError` when the task is cancelled, before or meanwhile.
  public func waitForSleepers(_ count: Int = 1) async throws(CancellationError) {
    try await timeline.waitForSleepers(count)
  }
}
