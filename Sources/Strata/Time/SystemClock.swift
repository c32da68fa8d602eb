import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The machine's clocks, as plain numbers of nanoseconds.
enum SystemClock {
  /// The monotonic clock that goes on in sleep: Linux' CLOCK_BOOTTIME; Darwin's CLOCK_MONOTONIC_RAW.
  static var now: Int64 {
    #if canImport(Darwin)
      Int64(clamping: clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW))
    #else
      read(CLOCK_BOOTTIME)
    #endif
  }

  /// The wall clock.
  static var date: Int64 { read(CLOCK_REALTIME) }

  /// The monotonic clock as it was at the latest tick of the kernel, a few milliseconds ago, at a third of
  /// the cost: never ahead of `now`.
  ///
  /// A machine that slept since that tick is the one case in which it may be far behind: a read right after
  /// a wake-up sees the moment before the sleep, as a read that was begun then and ended now does. A tick
  /// comes late where a hypervisor holds the machine back, so leave a margin, and read `now` within it.
  static var recent: Int64 {
    #if canImport(Darwin)
      Int64(clamping: clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW_APPROX))
    #elseif os(Linux) || os(Android)
      // No coarse clock of Linux goes on in sleep, so the coarse one only tells whether a tick has passed
      // since the precise one was last read.
      let tick = read(CLOCK_MONOTONIC_COARSE)
      if Latest.tick.load(ordering: .acquiring) == tick {
        return Latest.moment.load(ordering: .relaxed)
      }
      return refresh(at: tick)
    #else
      now
    #endif
  }

  private enum Latest {
    static let tick = Atomic<Int64>(.min)
    static let moment = Atomic<Int64>(.min)
  }

  @inline(never)
  private static func refresh(at tick: Int64) -> Int64 {
    let moment = now
    // The moment first, and never back: whoever sees the tick sees a moment read at that tick or later.
    Latest.moment.max(moment, ordering: .relaxed)
    Latest.tick.store(tick, ordering: .releasing)
    return moment
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
}
