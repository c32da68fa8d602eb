import Synchronization

/// What a partitioned manager counts and remembers besides its open partitions: its own counters, those of
/// partitions that were closed, and their update intervals.
final class PartitionLedger: Sendable {
  private static let rememberedIntervals = 10_000

  private struct State {
    var counters = CacheStatistics(name: "")
    var intervals: [String: TimeToLive] = [:]
  }

  private let state = Mutex(State())
  // In nanoseconds, the greatest for none; read at each hit.
  private let shortest: Atomic<Int64>

  init(_ interval: TimeToLive?) {
    shortest = Atomic(Self.nanoseconds(interval))
  }

  // MARK: Counters

  var counters: CacheStatistics { state.withLock { $0.counters } }

  func count(
    _ counter: any WritableKeyPath<CacheStatistics, Int> & Sendable, _ number: Int = 1
  ) {
    state.withLock { $0.counters[keyPath: counter] += number }
  }

  /// Takes in the counters of a partition that is closed, so that sums never go back.
  func retire(_ statistics: CacheStatistics) {
    state.withLock { $0.counters.add(counters: statistics) }
  }

  // MARK: Intervals

  /// The shortest interval taken in so far; nil when there was none.
  var shortestInterval: TimeToLive? {
    let nanoseconds = shortest.load(ordering: .relaxed)
    return nanoseconds == .max ? nil : .after(.nanoseconds(nanoseconds))
  }

  func takeIn(_ interval: TimeToLive?) {
    shortest.min(Self.nanoseconds(interval), ordering: .relaxed)
  }

  /// The own interval of a partition that was open once.
  func interval(of name: String) -> TimeToLive? {
    state.withLock { $0.intervals[name] }
  }

  func remember(_ interval: TimeToLive?, of name: String) {
    state.withLock { state in
      // What is forgotten is known again when the partition is opened.
      if state.intervals.count >= Self.rememberedIntervals { state.intervals = [:] }
      state.intervals[name] = interval
    }
  }

  private static func nanoseconds(_ interval: TimeToLive?) -> Int64 {
    interval?.duration?.saturatingNanoseconds ?? .max
  }
}

extension CacheStatistics {
  /// Adds another's counters; sizes and parts stay.
  mutating func add(counters other: CacheStatistics) {
    hits += other.hits
    misses += other.misses
    updates += other.updates
    refusedUpdates += other.refusedUpdates
    removals += other.removals
    evictions += other.evictions
    expirations += other.expirations
    corruptions += other.corruptions
    errors += other.errors
  }
}
