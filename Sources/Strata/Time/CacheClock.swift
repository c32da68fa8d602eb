#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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

  #if canImport(Darwin)
    private static var systemNow: MonotonicInstant {
      // Darwin's CLOCK_MONOTONIC_RAW goes on in sleep.
      MonotonicInstant(nanoseconds: Int64(clamping: clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW)))
    }

    private static var systemDate: Timestamp {
      Timestamp(nanoseconds: Int64(clamping: clock_gettime_nsec_np(CLOCK_REALTIME)))
    }
  #else
    private static var systemNow: MonotonicInstant {
      // CLOCK_BOOTTIME goes on in sleep; Linux's CLOCK_MONOTONIC does not.
      MonotonicInstant(nanoseconds: read(CLOCK_BOOTTIME))
    }

    private static var systemDate: Timestamp {
      Timestamp(nanoseconds: read(CLOCK_REALTIME))
    }

    private static func read(_ clock: clockid_t) -> Int64 {
      // Read as the two words that it is: which module `timespec` and its members belong to depends on the
      // order in which headers are first seen, and in a clean build it is one that cannot be imported.
      var time = (seconds: Int(0), nanoseconds: Int(0))
      withUnsafeMutablePointer(to: &time) { words in
        words.withMemoryRebound(to: timespec.self, capacity: 1) { _ = clock_gettime(clock, $0) }
      }
      return Int64(time.seconds) &* 1_000_000_000 &+ Int64(time.nanoseconds)
    }
  #endif
}
