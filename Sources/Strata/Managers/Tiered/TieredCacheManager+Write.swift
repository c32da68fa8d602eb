extension TieredCacheManager {
  @discardableResult
  public func updateIfNeeded(_ record: CacheRecord<Value>, for key: CacheKey, asOf began: Stamp)
    async throws(CacheError) -> Bool
  {
    if let stored = await write(record, for: key, of: record.stamp, asOf: began) { return stored }
    // Refused since the key was removed meanwhile, or not to be told from one that was. What the tiers
    // have is older in any case, and must not be answered with in its place.
    for tier in tiers { await supersede(key, asOf: record.stamp, in: tier) }
    return false
  }

  /// Puts a record in the place of the one that it was made of, unless that was removed since `began`.
  ///
  /// - Returns: Whether it was stored; nil when it was refused because of a removal.
  func replace(
    _ former: CacheRecord<Value>, with record: CacheRecord<Value>, for key: CacheKey,
    asOf began: Stamp
  ) async -> Bool? {
    await write(record, for: key, of: former.stamp, asOf: began)
  }

  /// Removes a key from all tiers, bottom up.
  ///
  /// - Throws: The error of a tier that could not remove it. The other tiers have, and what the failed one
  ///   has is not used by this stack; but another process, or the next run, would still find it.
  @discardableResult
  public func delete(_ key: CacheKey, asOf stamp: Stamp) async throws(CacheError) -> Bool {
    try await delete(key, as: traffic.noteRemoval(of: .key(key)) { stamp })
  }

  /// Does a removal of a key that was noted.
  func delete(
    _ key: CacheKey, as removal: StackTraffic.Removal
  ) async throws(CacheError) -> Bool {
    await traffic.waitForWrites(before: removal)
    defer { traffic.endRemoval(removal) { [clock] in clock.nextStamp() } }
    let stamp = removal.stamp
    var wasThere = false
    var failure: CacheError?
    for tier in tiers.reversed() {
      if !tier.isHealthy { tier.updateBacklog { $0.drop(key, asOf: stamp) } }
      do {
        if try await tier.manager.delete(key, asOf: stamp) { wasThere = true }
      } catch {
        let isHopeless = error.isFinal
        tier.updateBacklog { $0.missed(deletionOf: key, at: stamp, isHopeless: isHopeless) }
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
    try await remove(scope, as: traffic.noteRemoval(of: .scope(scope)) { stamp })
  }

  /// Does a removal of a scope that was noted.
  func remove(
    _ scope: RemovalScope, as removal: StackTraffic.Removal
  ) async throws(CacheError) {
    await traffic.waitForWrites(before: removal)
    defer { traffic.endRemoval(removal) { [clock] in clock.nextStamp() } }
    let stamp = removal.stamp
    var failure: CacheError?
    for tier in tiers.reversed() {
      if !tier.isHealthy { tier.updateBacklog { $0.drop(scope, asOf: stamp) } }
      do { try await tier.manager.remove(scope, asOf: stamp) } catch {
        let isHopeless = error.isFinal
        tier.updateBacklog { $0.missed(removalOf: scope, at: stamp, isHopeless: isHopeless) }
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
      removed +=
        await attempt(tier) { () async throws(CacheError) in
          try await manager.sweep(limit: rest)
        }.result ?? 0
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

  /// Writes to all tiers, top first.
  ///
  /// - Returns: Whether one stored it; nil when it is refused because of a removal.
  private func write(
    _ record: CacheRecord<Value>, for key: CacheKey, of data: Stamp, asOf began: Stamp
  ) async -> Bool? {
    await traffic.write(key, tags: record.tags, of: data, asOf: began) {
      if record.metadata.isFilled, written.note(key, at: record.stamp),
        await isOvertaken(record, key)
      {
        for tier in tiers { await supersede(key, asOf: record.stamp, in: tier) }
        return false
      }
      var isStored = false
      for (depth, tier) in tiers.enumerated() {
        if await write(record, for: key, asOf: began, to: tier) {
          isStored = true
        } else if record.metadata.isFilled, record.stamp > .zero {
          if depth > 0, await hasNewer(than: record, key, tier) {
            // Of another process: those above, which did not know it, must not keep this.
            for upper in tiers.prefix(depth) { await supersede(key, asOf: record.stamp, in: upper) }
            isStored = false
          }
          // A tier refuses also what it can't tell from something removed: what it has that is older must
          // not be answered with in place of this.
          let older = Stamp(rawValue: record.stamp.rawValue - 1)
          await supersede(key, asOf: older, in: tier)
        }
      }
      return isStored
    }
  }

  /// Whether there is something newer in a tier, or may be in one that can't be asked now.
  private func isOvertaken(_ record: CacheRecord<Value>, _ key: CacheKey) async -> Bool {
    for tier in tiers {
      if !tier.isHealthy { return true }
      if await hasNewer(than: record, key, tier) { return true }
    }
    return !tiers.allSatisfy { $0.isHealthy }
  }

  private func hasNewer(
    than record: CacheRecord<Value>, _ key: CacheKey, _ tier: Tier<Value>
  ) async -> Bool {
    let manager = tier.manager
    let found = await attempt(tier, limit: tier.timeLimit) { () async throws(CacheError) in
      try await manager.locateNewest(key)?.record.metadata
    }.result
    guard let metadata = found.flatMap({ $0 }), metadata.isFilled else { return false }
    return metadata.stamp > record.stamp
  }

  /// Writes to one tier; what fails goes to its backlog. Only for writes that were admitted.
  @discardableResult
  func write(
    _ record: CacheRecord<Value>, for key: CacheKey, asOf began: Stamp, to tier: Tier<Value>
  ) async -> Bool {
    let manager = tier.manager
    let attempt = await attempt(tier) { () async throws(CacheError) in
      try await manager.updateIfNeeded(record, for: key, asOf: began)
    }
    switch attempt {
    case .done(let stored): return stored
    case .failed(let error) where error.isFinal:
      // The tier can't hold it, now or later.
      await supersede(key, asOf: record.stamp, in: tier)
    case .failed, .leftAlone:
      if record.metadata.isFilled {
        let now = clock.nextStamp()
        tier.updateBacklog { $0.missed(record, for: key, at: now) }
      }
    }
    return false
  }

  /// Takes away what a tier has that is older than a record which it does not get.
  private func supersede(_ key: CacheKey, asOf stamp: Stamp, in tier: Tier<Value>) async {
    let manager = tier.manager
    let attempt = await attempt(tier) { () async throws(CacheError) in
      try await manager.delete(key, asOf: stamp)
    }
    switch attempt {
    case .done: return
    case .failed(let error):
      let isHopeless = error.isFinal
      tier.updateBacklog { $0.missed(deletionOf: key, at: stamp, isHopeless: isHopeless) }
    case .leftAlone: tier.updateBacklog { $0.missed(deletionOf: key, at: stamp) }
    }
  }
}
