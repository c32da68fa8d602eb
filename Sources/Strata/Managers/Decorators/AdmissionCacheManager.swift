/// A manager that takes values up to a size: larger ones are left to other tiers.
///
/// A value that is refused takes the older one of its key along, so that nothing old is answered with.
public struct AdmissionCacheManager<Value: Sendable>: ReadyCountingDecorator {
  public let base: any CacheManager<Value>
  private let limit: Int
  private let cost: @Sendable (CacheKey, Value?) -> Int

  /// - Parameters:
  ///   - limit: The greatest cost that is taken, in bytes where the cost is.
  ///   - cost: What an entry costs. Default: the bytes that it takes, as the memory tier counts them.
  public init(
    _ base: any CacheManager<Value>, limit: Int,
    cost: @escaping @Sendable (CacheKey, Value?) -> Int = { MemoryCost.bytes($0, $1) }
  ) {
    self.base = base
    self.limit = limit
    self.cost = cost
  }

  public func fetchOrInsert(_ key: CacheKey) async throws(CacheError) -> CacheRecord<Value> {
    if cost(key, nil) <= limit { return try await base.fetchOrInsert(key) }
    return try await base.fetch(key) ?? .empty()
  }

  @discardableResult
  public func updateIfNeeded(_ record: CacheRecord<Value>, for key: CacheKey, asOf began: Stamp)
    async throws(CacheError) -> Bool
  {
    if cost(key, record.value) <= limit {
      return try await base.updateIfNeeded(record, for: key, asOf: began)
    }
    if record.metadata.isFilled { try await base.delete(key, asOf: record.stamp) }
    return false
  }
}

extension CacheManager {
  /// The manager, for entries up to a size in bytes; see `AdmissionCacheManager`.
  public func admitting(
    upTo limit: Int,
    cost: @escaping @Sendable (CacheKey, Value?) -> Int = { MemoryCost.bytes($0, $1) }
  ) -> AdmissionCacheManager<Value> {
    AdmissionCacheManager(self, limit: limit, cost: cost)
  }
}
