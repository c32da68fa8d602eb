public import Strata

/// A manager around another, with something done before and after each of its calls: what the wrappers
/// that fail, hold and count are made of, and others can be.
///
/// Reads that do not suspend (`fetchIfReady`) pass `before` only if `offersReady` is set; otherwise they give
/// nil, so that each read goes the way that can be held and fail.
public final class InterceptedCacheManager<Value: Sendable>: CacheManagerDecorator {
  /// Called before a call; what it throws the caller gets, and the call is not made.
  public typealias Hook = @Sendable (ManagerCall) async throws(CacheError) -> Void

  /// The manager that is wrapped.
  public let base: any CacheManager<Value>
  private let offersReady: Bool
  private let before: Hook
  private let after: Hook

  /// - Parameters:
  ///   - base: The manager to wrap.
  ///   - offersReady: Whether `fetchIfReady` asks the manager. Default: no.
  ///   - before: Done before each call. Default: nothing.
  ///   - after: Done after each call that did not throw; what it throws the caller gets, though the call was
  ///     made. Default: nothing.
  public init(
    _ base: any CacheManager<Value>, offersReady: Bool = false,
    before: @escaping Hook = { (_) throws(CacheError) in },
    after: @escaping Hook = { (_) throws(CacheError) in }
  ) {
    self.base = base
    self.offersReady = offersReady
    self.before = before
    self.after = after
  }

  public func fetchIfReady(_ key: CacheKey) -> CacheRecord<Value>? {
    offersReady ? base.fetchIfReady(key) : nil
  }

  public func fetch(_ key: CacheKey) async throws(CacheError) -> CacheRecord<Value>? {
    try await around(.fetch(key)) { () async throws(CacheError) in try await base.fetch(key) }
  }

  public func locate(_ key: CacheKey) async throws(CacheError) -> LocatedRecord<Value>? {
    try await around(.fetch(key)) { () async throws(CacheError) in try await base.locate(key) }
  }

  public func locateNewest(_ key: CacheKey) async throws(CacheError) -> LocatedRecord<Value>? {
    try await around(.fetch(key)) { () async throws(CacheError) in
      try await base.locateNewest(key)
    }
  }

  public func fetch(_ keys: [CacheKey]) async throws(CacheError) -> [CacheRecord<Value>?] {
    try await around(.fetchMany(keys)) { () async throws(CacheError) in
      try await base.fetch(keys)
    }
  }

  public func fetchOrInsert(_ key: CacheKey) async throws(CacheError) -> CacheRecord<Value> {
    try await around(.fetchOrInsert(key)) { () async throws(CacheError) in
      try await base.fetchOrInsert(key)
    }
  }

  @discardableResult
  public func updateIfNeeded(_ record: CacheRecord<Value>, for key: CacheKey, asOf began: Stamp)
    async throws(CacheError) -> Bool
  {
    try await around(.updateIfNeeded(key, record.stamp)) { () async throws(CacheError) in
      try await base.updateIfNeeded(record, for: key, asOf: began)
    }
  }

  @discardableResult
  public func delete(_ key: CacheKey, asOf stamp: Stamp) async throws(CacheError) -> Bool {
    try await around(.delete(key)) { () async throws(CacheError) in
      try await base.delete(key, asOf: stamp)
    }
  }

  public func remove(_ scope: RemovalScope, asOf stamp: Stamp) async throws(CacheError) {
    try await around(.remove(scope)) { () async throws(CacheError) in
      try await base.remove(scope, asOf: stamp)
    }
  }

  // `forEachEntry` is the decorator's: not held, failed or counted, since what it shows is for listings.

  @discardableResult
  public func sweep(limit: Int) async throws(CacheError) -> Int {
    try await around(.sweep) { () async throws(CacheError) in
      try await base.sweep(limit: limit)
    }
  }

  public func close() async throws(CacheError) {
    try await around(.close) { () async throws(CacheError) in try await base.close() }
  }

  private func around<Result>(
    _ call: ManagerCall, _ body: () async throws(CacheError) -> Result
  ) async throws(CacheError) -> Result {
    try await before(call)
    let result = try await body()
    try await after(call)
    return result
  }
}
