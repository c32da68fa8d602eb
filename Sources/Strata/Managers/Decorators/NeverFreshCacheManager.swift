/// A manager whose records are never fresh: the origin is asked each time, and what the manager has is what
/// is answered with while the origin fails, for the grace period from its update on.
public struct NeverFreshCacheManager<Value: Sendable>: CacheManagerDecorator {
  public let base: any CacheManager<Value>

  public init(_ base: any CacheManager<Value>) {
    self.base = base
  }

  // Of no use: what is at hand here is never an answer by itself.
  public func fetchIfReady(_ key: CacheKey) -> CacheRecord<Value>? { nil }

  public func fetch(_ key: CacheKey) async throws(CacheError) -> CacheRecord<Value>? {
    try await base.fetch(key).map(Self.stale)
  }

  public func locateNewest(_ key: CacheKey) async throws(CacheError) -> LocatedRecord<Value>? {
    try await base.locateNewest(key).map {
      LocatedRecord(record: Self.stale($0.record), tier: $0.tier)
    }
  }

  public func fetchOrInsert(_ key: CacheKey) async throws(CacheError) -> CacheRecord<Value> {
    Self.stale(try await base.fetchOrInsert(key))
  }

  private static func stale(_ record: CacheRecord<Value>) -> CacheRecord<Value> {
    guard record.metadata.isFilled, !record.metadata.isAbsence else { return record }
    return record.with(record.metadata.living(for: .zero))
  }
}

extension CacheManager {
  /// The manager, with nothing in it ever fresh; see `NeverFreshCacheManager`.
  public func neverFresh() -> NeverFreshCacheManager<Value> { NeverFreshCacheManager(self) }
}
