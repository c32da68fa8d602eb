/// A manager around another one of the same values, that changes some of what it does: all members pass
/// through to `base` but those that the decorator has itself.
///
/// ```swift
/// struct Logged<Value: Sendable>: CacheManagerDecorator {
///   let base: any CacheManager<Value>
///
///   func fetch(_ key: CacheKey) async throws(CacheError) -> CacheRecord<Value>? {
///     print("asked for \(key)")
///     return try await base.fetch(key)
///   }
/// }
/// ```
///
/// Reads come on four ways: `fetch` and `fetchOrInsert`, and, from a stack, `fetchIfReady`, `locateNewest`.
/// The other ones have the defaults of `CacheManager`, which go through `fetch`, so a decorator which changes reads has to see to
/// these four only.
public protocol CacheManagerDecorator<Value>: CacheManager {
  /// The manager that is decorated.
  var base: any CacheManager<Value> { get }
}

extension CacheManagerDecorator {
  public var name: String { base.name }
  public var readyName: String { base.readyName }
  public var updateInterval: TimeToLive? { base.updateInterval }
  public var shortestUpdateInterval: TimeToLive? { base.shortestUpdateInterval }
  public func updateInterval(for key: CacheKey) -> TimeToLive? { base.updateInterval(for: key) }
  public func adopt(_ policy: PolicyReference) { base.adopt(policy) }
  public func attach(_ events: CacheEvents) { base.attach(events) }
  public var statistics: CacheStatistics { base.statistics }

  public func fetchIfReady(_ key: CacheKey) -> CacheRecord<Value>? { base.fetchIfReady(key) }

  public func fetch(_ key: CacheKey) async throws(CacheError) -> CacheRecord<Value>? {
    try await base.fetch(key)
  }

  public func locateNewest(_ key: CacheKey) async throws(CacheError) -> LocatedRecord<Value>? {
    try await base.locateNewest(key)
  }

  public func fetchOrInsert(_ key: CacheKey) async throws(CacheError) -> CacheRecord<Value> {
    try await base.fetchOrInsert(key)
  }

  @discardableResult
  public func updateIfNeeded(_ record: CacheRecord<Value>, for key: CacheKey, asOf began: Stamp)
    async throws(CacheError) -> Bool
  {
    try await base.updateIfNeeded(record, for: key, asOf: began)
  }

  @discardableResult
  public func delete(_ key: CacheKey, asOf stamp: Stamp) async throws(CacheError) -> Bool {
    try await base.delete(key, asOf: stamp)
  }

  public func remove(_ scope: RemovalScope, asOf stamp: Stamp) async throws(CacheError) {
    try await base.remove(scope, asOf: stamp)
  }

  public func forEachEntry(
    in scope: RemovalScope, _ body: @Sendable (EntryInfo) -> Bool
  ) async throws(CacheError) {
    try await base.forEachEntry(in: scope, body)
  }

  @discardableResult
  public func sweep(limit: Int) async throws(CacheError) -> Int {
    try await base.sweep(limit: limit)
  }

  public func close() async throws(CacheError) { try await base.close() }
}

/// Counts the hits of `fetchIfReady` as the manager below does.
protocol ReadyCountingDecorator: CacheManagerDecorator, ReadyCounting {}

extension ReadyCountingDecorator {
  package var readyHits: Int { (base as? any ReadyCounting)?.readyHits ?? 0 }
}
