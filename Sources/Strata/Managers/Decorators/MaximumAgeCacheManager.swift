import Synchronization

/// A manager that gives a record only for a time after it came in: then the tiers below are asked again.
///
/// ```swift
/// TieredCacheManager<Price> {
///   MemoryCacheManager().maximumAge(.seconds(60))  // so old at most, in each process
///   shared                                         // an hour, for all processes
/// }
/// ```
///
/// So processes that share a tier see each other's changes after that time, without messages. The records
/// themselves keep their dates and their life, of which this takes nothing.
///
/// It keeps the time of entry of each key that came in within the maximum age: some 50 bytes each. What the
/// manager held before it was wrapped counts as too old.
public final class MaximumAgeCacheManager<Value: Sendable>: ReadyCountingDecorator {
  public let base: any CacheManager<Value>
  private let age: Duration
  private let clock: CacheClock
  private let entries = Mutex(EntryTimes())
  /// Requests for what is too old, of which the manager below knows nothing.
  private let missCount = Atomic<Int>(0)

  /// - Parameter age: How long after it came in a record is given.
  public init(_ base: any CacheManager<Value>, age: Duration, clock: CacheClock = .system) {
    self.base = base
    self.age = Swift.max(age, .zero)
    self.clock = clock
  }

  public var statistics: CacheStatistics {
    var statistics = base.statistics
    statistics.misses += missCount.load(ordering: .relaxed)
    return statistics
  }

  /// Whether what the manager has of a key came in lately.
  private func isYoung(_ key: CacheKey) -> Bool {
    let now = clock.now
    return entries.withLock { entries in
      entries.time(of: key.hash).map { now < $0.advanced(by: age) } ?? false
    }
  }

  private func note(_ key: CacheKey, at instant: MonotonicInstant) {
    let age = age
    entries.withLock { $0.note(key.hash, at: instant, age: age) }
  }

  public func fetchIfReady(_ key: CacheKey) -> CacheRecord<Value>? {
    isYoung(key) ? base.fetchIfReady(key) : nil
  }

  public func fetch(_ key: CacheKey) async throws(CacheError) -> CacheRecord<Value>? {
    if isYoung(key) { return try await base.fetch(key) }
    missCount.add(1, ordering: .relaxed)
    return nil
  }

  public func locateNewest(_ key: CacheKey) async throws(CacheError) -> LocatedRecord<Value>? {
    isYoung(key) ? try await base.locateNewest(key) : nil
  }

  public func fetchOrInsert(_ key: CacheKey) async throws(CacheError) -> CacheRecord<Value> {
    if !isYoung(key) {
      if let known = try await base.fetch(key), known.metadata.isFilled {
        return .empty(clock: clock)
      }
      note(key, at: clock.now)
    }
    return try await base.fetchOrInsert(key)
  }

  @discardableResult
  public func updateIfNeeded(_ record: CacheRecord<Value>, for key: CacheKey, asOf began: Stamp)
    async throws(CacheError) -> Bool
  {
    // Before the write: the time that it takes is part of the age.
    let now = clock.now
    if try await base.updateIfNeeded(record, for: key, asOf: began) {
      note(key, at: now)
      return true
    }
    // The same record once more, from a tier below: it still holds there.
    if record.metadata.isFilled, let known = try await base.fetch(key), known.stamp == record.stamp
    {
      note(key, at: now)
    }
    return false
  }
}

/// When keys came in, by their hashes, as far back as the maximum age.
struct EntryTimes: Sendable {
  private var times: [UInt64: MonotonicInstant] = [:]
  /// In the order in which they came in; what came again since is in it twice.
  private var order = FirstInFirstOut<(hash: UInt64, instant: MonotonicInstant)>()

  var count: Int { times.count }

  func time(of hash: UInt64) -> MonotonicInstant? { times[hash] }

  mutating func note(_ hash: UInt64, at instant: MonotonicInstant, age: Duration) {
    times[hash] = instant
    order.append((hash, instant))
    // Two for one: what is too old goes faster than what comes.
    for _ in 0..<2 {
      guard let first = order.first, first.instant.advanced(by: age) <= instant else { return }
      _ = order.popFirst()
      if times[first.hash] == first.instant { times[first.hash] = nil }
    }
  }
}

extension CacheManager {
  /// The manager, with no record given longer than `age` after it came in; see `MaximumAgeCacheManager`.
  public func maximumAge(
    _ age: Duration, clock: CacheClock = .system
  ) -> MaximumAgeCacheManager<Value> {
    MaximumAgeCacheManager(self, age: age, clock: clock)
  }
}
