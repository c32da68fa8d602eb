/// A manager that is read and never changed: a cache that came with the program, or belongs to another.
///
/// Writes are refused without an error. A removal can't be done and throws `.unsupported`: a stack then no
/// longer uses what the tier has of it. So too for a value that the stack got anew.
public struct ReadOnlyCacheManager<Value: Sendable>: ReadyCountingDecorator {
  public let base: any CacheManager<Value>

  public init(_ base: any CacheManager<Value>) {
    self.base = base
  }

  public func fetchOrInsert(_ key: CacheKey) async throws(CacheError) -> CacheRecord<Value> {
    try await base.fetch(key) ?? .empty()
  }

  @discardableResult
  public func updateIfNeeded(_ record: CacheRecord<Value>, for key: CacheKey, asOf began: Stamp)
    async throws(CacheError) -> Bool
  {
    false
  }

  /// - Throws: `CacheError` with code `.unsupported` where there is a record that would have to go.
  @discardableResult
  public func delete(_ key: CacheKey, asOf stamp: Stamp) async throws(CacheError) -> Bool {
    guard let record = try await base.fetch(key), record.stamp <= stamp else { return false }
    throw refusal(key)
  }

  /// - Throws: `CacheError` with code `.unsupported`, always.
  public func remove(_ scope: RemovalScope, asOf stamp: Stamp) async throws(CacheError) {
    throw refusal(nil)
  }

  @discardableResult
  public func sweep(limit: Int) async throws(CacheError) -> Int { 0 }

  private func refusal(_ key: CacheKey?) -> CacheError {
    CacheError(
      .unsupported, tier: name, key: key, message: "the tier is read-only",
      hint: "remove it from where the tier is written; this stack no longer uses it")
  }
}

extension CacheManager {
  /// The manager, never changed; see `ReadOnlyCacheManager`.
  public func readOnly() -> ReadOnlyCacheManager<Value> { ReadOnlyCacheManager(self) }
}
