/// The time as caches see it: a monotonic clock for deadlines, a wall clock for what is stored, and the
/// source of stamps, which order all changes.
///
/// ```swift
/// let cache = Cache(stack, clock: .system) { key in … }       // the default
/// let time = ManualClock()                                    // from StrataTesting
/// let cache = Cache(stack, clock: time.clock) { key in … }
/// ```
public struct CacheClock: Sendable {
  private enum Source: Sendable {
    case system
    case injected(any TimeSource)
  }

  private let source: Source
  private let stamps: StampClock

  /// The machine's clocks. One order of stamps for the whole process.
  public static let system = CacheClock(source: .system)

  /// A clock over a time source of your own, with an order of stamps of its own.
  public init(_ source: some TimeSource) {
    self.init(source: .injected(source))
  }

  private init(source: Source) {
    self.source = source
    stamps = StampClock()
  }

  /// The monotonic clock.
  public var now: MonotonicInstant {
    switch source {
    case .system: Self.systemNow
    case .injected(let source): source.now
    }
  }

  /// A moment of the monotonic clock shortly before `now`, at less cost: see `SystemClock.recent`. For an
  /// injected clock it is `now`.
  @inline(__always)
  var recent: MonotonicInstant {
    switch source {
    case .system: MonotonicInstant(nanoseconds: SystemClock.recent)
    case .injected(let source): source.now
    }
  }

  /// The wall clock.
  public var date: Timestamp {
    switch source {
    case .system: Self.systemDate
    case .injected(let source): source.date
    }
  }

  /// A stamp later than every stamp that this clock has given or observed.
  public func nextStamp() -> Stamp {
    stamps.next(at: date)
  }

  /// Moves the order of stamps past one that was made elsewhere (another process, an earlier run), so
  /// that changes made from now on are newer than it even if this machine's clock is behind.
  public func observe(_ stamp: Stamp) {
    stamps.observe(stamp)
  }

  /// The longest single pause: sleeps near the greatest duration misbehave on some platforms, and a
  /// wall clock may have been corrected meanwhile.
  static let longestSleep = Duration.hours(1)

  /// Suspends until `deadline` or for an hour, whichever comes first.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: MonotonicInstant) async throws(CancellationError) {
    switch source {
    case .injected(let source): try await source.sleep(until: deadline)
    case .system:
      let pause = Swift.min(deadline.duration(since: Self.systemNow), Self.longestSleep)
      guard pause > .zero else { return }
      do { try await Task.sleep(for: pause, clock: .continuous) } catch {
        throw CancellationError()
      }
    }
  }

  private static var systemNow: MonotonicInstant { MonotonicInstant(nanoseconds: SystemClock.now) }

  private static var systemDate: Timestamp { Timestamp(nanoseconds: SystemClock.date) }
}
