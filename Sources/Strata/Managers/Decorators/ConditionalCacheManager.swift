/// A manager for some keys only: for the others it has nothing and takes nothing.
///
/// What it holds of other keys, from a time with another condition, is not seen, and still goes with
/// removals.
public struct ConditionalCacheManager<Value: Sendable>: ReadyCountingDecorator {
  public let base: any CacheManager<Value>
  private let includes: @Sendable (CacheKey) -> Bool

  /// - Parameter includes: Whether a key is for the manager; always the same for the same key, and quick: it
  ///   is asked at each call.
  public init(
    _ base: any CacheManager<Value>, where includes: @escaping @Sendable (CacheKey) -> Bool
  ) {
    self.base = base
    self.includes = includes
  }

  public func updateInterval(for key: CacheKey) -> TimeToLive? {
    includes(key) ? base.updateInterval(for: key) : nil
  }

  public func fetchIfReady(_ key: CacheKey) -> CacheRecord<Value>? {
    includes(key) ? base.fetchIfReady(key) : nil
  }

  public func fetch(_ key: CacheKey) async throws(CacheError) -> CacheRecord<Value>? {
    includes(key) ? try await base.fetch(key) : nil
  }

  public func fetch(_ keys: [CacheKey]) async throws(CacheError) -> [CacheRecord<Value>?] {
    var found = (try await base.fetch(keys.filter(includes))).makeIterator()
    return keys.map { includes($0) ? found.next() ?? nil : nil }
  }

  public func locateNewest(_ key: CacheKey) async throws(CacheError) -> LocatedRecord<Value>? {
    includes(key) ? try await base.locateNewest(key) : nil
  }

  public func fetchOrInsert(_ key: CacheKey) async throws(CacheError) -> CacheRecord<Value> {
    includes(key) ? try await base.fetchOrInsert(key) : .empty()
  }

  @discardableResult
  public func updateIfNeeded(_ record: CacheRecord<Value>, for key: CacheKey, asOf began: Stamp)
    async throws(CacheError) -> Bool
  {
    includes(key) ? try await base.updateIfNeeded(record, for: key, asOf: began) : false
  }
}

extension CacheManager {
  /// The manager, for the keys that a condition holds for; see `ConditionalCacheManager`.
  public func only(
    where includes: @escaping @Sendable (CacheKey) -> Bool
  ) -> ConditionalCacheManager<Value> {
    ConditionalCacheManager(self, where: includes)
  }

  /// The manager, for the keys of some domains: `example.com`, `*.example.com`, `**.example.com`.
  ///
  /// - Throws: `PolicyError` for a pattern that can't be one.
  public func only(domains patterns: [String]) throws(PolicyError) -> ConditionalCacheManager<Value>
  {
    var table = DomainTable<Bool>()
    for pattern in patterns { table.insert(true, for: try DomainPattern(pattern)) }
    let domains = table
    return ConditionalCacheManager(self) { key in
      key.domain.flatMap { domains.match($0) } ?? false
    }
  }
}
