import Synchronization

/// A manager that stores nothing: to turn caching off without another code path.
///
/// ```swift
/// let cache = Cache(NoCacheManager<Page>(), policy: policy) { key in … }
/// ```
///
/// Each request is a miss, each key one that was never seen, each write refused, and every removal is done
/// before it is asked for. No call throws or suspends.
///
/// When not to use it: to leave out one tier of a stack, leave it out.
public final class NoCacheManager<Value: Sendable>: CacheManager {
  public let name = "none"

  private let clock: CacheClock
  private let misses = Atomic<Int>(0)
  private let refusals = Atomic<Int>(0)

  /// - Parameter clock: Where the dates of the empty records come from.
  public init(clock: CacheClock = .system) {
    self.clock = clock
  }

  /// Nil: it has no records that it could say something about.
  public var updateInterval: TimeToLive? { nil }

  /// Nil, always.
  public func fetch(_ key: CacheKey) -> CacheRecord<Value>? {
    misses.wrappingAdd(1, ordering: .relaxed)
    return nil
  }

  /// An empty record, always a new one, created now.
  public func fetchOrInsert(_ key: CacheKey) -> CacheRecord<Value> {
    misses.wrappingAdd(1, ordering: .relaxed)
    return .empty(clock: clock)
  }

  /// False, always.
  @discardableResult
  public func updateIfNeeded(
    _ record: CacheRecord<Value>, for key: CacheKey, asOf began: Stamp
  ) -> Bool {
    refusals.wrappingAdd(1, ordering: .relaxed)
    return false
  }

  /// False, always.
  @discardableResult
  public func delete(_ key: CacheKey, asOf stamp: Stamp) -> Bool { false }

  /// Nothing to do.
  public func remove(_ scope: RemovalScope, asOf stamp: Stamp) async {}

  /// Misses and refused updates; it has no entries.
  public var statistics: CacheStatistics {
    var statistics = CacheStatistics(name: name)
    statistics.misses = misses.load(ordering: .relaxed)
    statistics.refusedUpdates = refusals.load(ordering: .relaxed)
    statistics.entryCount = 0
    statistics.byteCount = 0
    return statistics
  }
}
