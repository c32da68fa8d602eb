/// A manager of other values than the one that it keeps them in: each is transformed when it is stored, and
/// back when it is read.
///
/// ```swift
/// MemoryCacheManager<[UInt8]>().transformed(storing: { (page: Page) in try pack(page) }, reading: unpack)
/// ```
///
/// What can't be transformed back is a miss, and is removed. Each read pays for the transformation: this is for
/// tiers below the top.
public struct TransformedCacheManager<Value: Sendable, Stored: Sendable>: CacheManager {
  private let base: any CacheManager<Stored>
  private let store: @Sendable (Value) throws -> Stored
  private let read: @Sendable (Stored) throws -> Value

  /// - Parameters:
  ///   - store: Makes what is stored; what it throws a stack takes for a value that the tier can't hold.
  ///   - read: Makes the value again.
  public init(
    _ base: any CacheManager<Stored>, storing store: @escaping @Sendable (Value) throws -> Stored,
    reading read: @escaping @Sendable (Stored) throws -> Value
  ) {
    self.base = base
    self.store = store
    self.read = read
  }

  public var name: String { base.name }
  public var updateInterval: TimeToLive? { base.updateInterval }
  public var shortestUpdateInterval: TimeToLive? { base.shortestUpdateInterval }
  public func updateInterval(for key: CacheKey) -> TimeToLive? { base.updateInterval(for: key) }
  public func adopt(_ policy: PolicyReference) { base.adopt(policy) }
  public func attach(_ events: CacheEvents) { base.attach(events) }
  public var statistics: CacheStatistics { base.statistics }

  public func fetch(_ key: CacheKey) async throws(CacheError) -> CacheRecord<Value>? {
    guard let stored = try await base.fetch(key) else { return nil }
    return try await record(stored, key)
  }

  public func fetch(_ keys: [CacheKey]) async throws(CacheError) -> [CacheRecord<Value>?] {
    var records: [CacheRecord<Value>?] = []
    records.reserveCapacity(keys.count)
    for (key, stored) in zip(keys, try await base.fetch(keys)) {
      if let stored { records.append(try await record(stored, key)) } else { records.append(nil) }
    }
    return records
  }

  public func locateNewest(_ key: CacheKey) async throws(CacheError) -> LocatedRecord<Value>? {
    guard let located = try await base.locateNewest(key) else { return nil }
    return try await record(located.record, key).map {
      LocatedRecord(record: $0, tier: located.tier)
    }
  }

  public func fetchOrInsert(_ key: CacheKey) async throws(CacheError) -> CacheRecord<Value> {
    let stored = try await base.fetchOrInsert(key)
    if let record = try await record(stored, key) { return record }
    return CacheRecord(value: nil, metadata: try await base.fetchOrInsert(key).metadata)
  }

  @discardableResult
  public func updateIfNeeded(_ record: CacheRecord<Value>, for key: CacheKey, asOf began: Stamp)
    async throws(CacheError) -> Bool
  {
    let value: Stored?
    do { value = try record.value.map(store) } catch {
      throw CacheError(
        .codec, tier: name, key: key, message: "the value can't be transformed for the tier",
        underlying: error)
    }
    return try await base.updateIfNeeded(
      CacheRecord(value: value, metadata: record.metadata), for: key, asOf: began)
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

  /// The record with its value transformed back; nil, and it is removed, when that fails.
  private func record(
    _ stored: CacheRecord<Stored>, _ key: CacheKey
  ) async throws(CacheError) -> CacheRecord<Value>? {
    do { return CacheRecord(value: try stored.value.map(read), metadata: stored.metadata) } catch {
      try await base.delete(key, asOf: stored.stamp)
      return nil
    }
  }
}

extension CacheManager {
  /// The manager as one of other values; see `TransformedCacheManager`.
  public func transformed<Outer: Sendable>(
    storing store: @escaping @Sendable (Outer) throws -> Value,
    reading read: @escaping @Sendable (Value) throws -> Outer
  ) -> TransformedCacheManager<Outer, Value> {
    TransformedCacheManager(self, storing: store, reading: read)
  }
}
