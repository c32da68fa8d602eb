import Synchronization

extension TieredCacheManager {
  @discardableResult
  public func updateIfNeeded(_ record: CacheRecord<Value>, for key: CacheKey, asOf began: Stamp)
    async throws(CacheError) -> Bool
  {
    guard removals.withLock({ $0.permits(key, asOf: began) }) else { return false }
    var isStored = false
    for tier in tiers where await write(record, for: key, asOf: began, to: tier) {
      isStored = true
    }
    return await undoIfRemoved(key, asOf: began, in: tiers[...]) ? false : isStored
  }

  /// Removes a key from all tiers, bottom up.
  ///
  /// - Throws: The error of a tier that could not remove it. The other tiers have, and what the failed one
  ///   has is not used by this stack; but another process, or the next run, would still find it.
  @discardableResult
  public func delete(_ key: CacheKey, asOf stamp: Stamp) async throws(CacheError) -> Bool {
    removals.withLock { $0.note(key, at: stamp) }
    var wasThere = false
    var failure: CacheError?
    for tier in tiers.reversed() {
      if !tier.isHealthy { tier.updateBacklog { $0.drop(key, asOf: stamp) } }
      do {
        if try await tier.manager.delete(key, asOf: stamp) { wasThere = true }
      } catch {
        tier.updateBacklog { $0.missed(deletionOf: key, at: stamp) }
        report(error, of: tier)
        failure = failure ?? error
      }
    }
    events?.emit(.removed(nil, key: key))
    if let failure { throw failure }
    return wasThere
  }

  /// Removes a scope from all tiers, bottom up.
  ///
  /// - Throws: As `delete`. A tier that cannot remove by scope keeps its records, and they are not used.
  public func remove(_ scope: RemovalScope, asOf stamp: Stamp) async throws(CacheError) {
    removals.withLock { $0.note(scope, at: stamp) }
    var failure: CacheError?
    for tier in tiers.reversed() {
      if !tier.isHealthy { tier.updateBacklog { $0.drop(scope, asOf: stamp) } }
      do { try await tier.manager.remove(scope, asOf: stamp) } catch {
        tier.updateBacklog { $0.missed(removalOf: scope, at: stamp) }
        if error.code != .unsupported {
          report(error, of: tier)
          failure = failure ?? error
        }
      }
    }
    events?.emit(.removed(scope, key: nil))
    if let failure { throw failure }
  }

  @discardableResult
  public func sweep(limit: Int) async throws(CacheError) -> Int {
    var removed = 0
    for tier in tiers where removed < limit {
      let rest = limit - removed
      let manager = tier.manager
      removed += await attempt(tier) { () async throws(CacheError) in
        try await manager.sweep(limit: rest)
      } ?? 0
    }
    return removed
  }

  /// Closes all tiers, bottom up.
  ///
  /// - Throws: The first error, after all were closed.
  public func close() async throws(CacheError) {
    var failure: CacheError?
    for tier in tiers.reversed() {
      do { try await tier.manager.close() } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }

  /// Writes to one tier; what fails goes to its backlog.
  @discardableResult
  func write(
    _ record: CacheRecord<Value>, for key: CacheKey, asOf began: Stamp, to tier: Tier<Value>
  ) async -> Bool {
    let manager = tier.manager
    if let stored = await attempt(tier, { () async throws(CacheError) in
      try await manager.updateIfNeeded(record, for: key, asOf: began)
    }) {
      return stored
    }
    if record.metadata.isFilled {
      let now = clock.nextStamp()
      tier.updateBacklog { $0.missed(record, for: key, at: now) }
    }
    return false
  }

  /// For tiers that keep no removals of their own: takes back what was written while it was removed.
  @discardableResult
  func undoIfRemoved(
    _ key: CacheKey, asOf began: Stamp, in tiers: ArraySlice<Tier<Value>>
  ) async -> Bool {
    guard !removals.withLock({ $0.permits(key, asOf: began) }) else { return false }
    for tier in tiers {
      tier.updateBacklog { $0.drop(key, asOf: began) }
      let manager = tier.manager
      _ = await attempt(tier) { () async throws(CacheError) in
        // Only what is as old as the operation: a newer record stands.
        try await manager.delete(key, asOf: began)
      }
    }
    return true
  }
}
