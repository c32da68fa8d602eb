import Synchronization

extension TieredCacheManager {
  public func fetchIfReady(_ key: CacheKey) -> CacheRecord<Value>? {
    guard tiers[0].isHealthy, let record = top.fetchIfReady(key), record.metadata.isFilled else {
      return nil
    }
    return record
  }

  public func fetch(_ key: CacheKey) async throws(CacheError) -> CacheRecord<Value>? {
    await locate(key, newest: false)?.record
  }

  public func locate(_ key: CacheKey) async throws(CacheError) -> LocatedRecord<Value>? {
    await locate(key, newest: false)
  }

  public func locateNewest(_ key: CacheKey) async throws(CacheError) -> LocatedRecord<Value>? {
    await locate(key, newest: true)
  }

  public func fetchOrInsert(_ key: CacheKey) async throws(CacheError) -> CacheRecord<Value> {
    let began = clock.nextStamp()
    if let located = await locate(key, newest: false) { return located.record }
    let empty = CacheRecord<Value>.empty(clock: clock)
    _ = await traffic.write(key, tags: [], of: .zero, asOf: began) {
      for tier in tiers { await write(empty, for: key, asOf: began, to: tier) }
    }
    return empty
  }

  /// Shows what the tiers hold of a scope, each key once, as the uppermost tier that lists it has it.
  ///
  /// Tiers that cannot list are passed over. Takes memory for all keys shown.
  public func forEachEntry(
    in scope: RemovalScope, _ body: @Sendable (EntryInfo) -> Bool
  ) async throws(CacheError) {
    let progress = Mutex((seen: Set<CacheKey>(), isOver: false))
    for tier in tiers {
      do {
        try await tier.manager.forEachEntry(in: scope) { entry in
          guard progress.withLock({ $0.seen.insert(entry.key).inserted }) else { return true }
          if tier.isBypassed(entry) || body(entry) { return true }
          progress.withLock { $0.isOver = true }
          return false
        }
      } catch  where error.code == .unsupported {
        continue
      }
      if progress.withLock({ $0.isOver }) { return }
    }
  }

  /// The first filled record from the top, or the newest of all; an empty one only if there is no filled.
  private func locate(_ key: CacheKey, newest: Bool) async -> LocatedRecord<Value>? {
    let began = clock.nextStamp()
    var best: (located: LocatedRecord<Value>, depth: Int)?
    for (depth, tier) in tiers.enumerated() {
      // A lower tier may have it at hand; the top tier was asked for that before.
      var found = newest || depth == 0 ? nil : readReady(key, from: tier)
      if found == nil { found = await read(key, from: tier, newest: newest) }
      guard let located = found else { continue }
      if let known = best?.located.record.metadata {
        let record = located.record.metadata
        guard record.isFilled, !known.isFilled || record.stamp > known.stamp else { continue }
      }
      best = (located, depth)
      if located.record.metadata.isFilled, !newest { break }
    }
    // A look at what is there before a load is no request of its own.
    if !newest { count(isHit: best != nil) }
    guard let best else { return nil }
    if best.located.record.metadata.isFilled {
      await backfill(best.located.record, for: key, asOf: began, above: best.depth)
    }
    return best.located
  }

  /// Copies a record into the tiers above the one that it was found in, unless it was removed meanwhile.
  func backfill(
    _ record: CacheRecord<Value>, for key: CacheKey, asOf began: Stamp, above depth: Int
  ) async {
    if depth == 0 { return }
    _ = await traffic.write(key, tags: record.tags, of: record.stamp, asOf: began) {
      // A newer one may have been written since, and be gone from the tiers above.
      if written.mayHaveWritten(key, after: began) { return }
      for tier in tiers.prefix(depth) where await write(record, for: key, asOf: began, to: tier) {
        events?.emit(.backfilled(key, tier: tier.name))
      }
    }
  }

  /// What a tier has at hand: read with no call that could suspend, which costs several times as much.
  private func readReady(_ key: CacheKey, from tier: Tier<Value>) -> LocatedRecord<Value>? {
    guard tier.isHealthy, tier.timeLimit == .unlimited,
      let found = tier.manager.fetchIfReady(key), found.metadata.isFilled,
      let record = judged(found, key, of: tier)
    else { return nil }
    let manager = tier.manager
    let isNamedWithin = record === found && manager.readyName != manager.name
    return LocatedRecord(record: record, tier: isNamedWithin ? manager.readyName : tier.name)
  }

  /// What a tier has for a key; nil also when it fails or is left alone, and for what is being removed.
  private func read(
    _ key: CacheKey, from tier: Tier<Value>, newest: Bool
  ) async -> LocatedRecord<Value>? {
    let manager = tier.manager
    let attempt = await attempt(tier, limit: tier.timeLimit) { () async throws(CacheError) in
      newest ? try await manager.locateNewest(key) : try await manager.locate(key)
    }
    let located = attempt.result.flatMap { $0 }
    guard let record = judged(located?.record, key, of: tier) else { return nil }
    guard let located, located.record === record, located.tier != manager.name else {
      return LocatedRecord(record: record, tier: tier.name)
    }
    // A tier that is a stack itself says which of its own tiers it was.
    return located
  }

  /// What to use in place of a record that a tier gave.
  func judged(
    _ record: CacheRecord<Value>?, _ key: CacheKey, of tier: Tier<Value>
  ) -> CacheRecord<Value>? {
    let judged: CacheRecord<Value>? =
      switch tier.verdict(key, record) {
      case .use: record
      case .bypass: nil
      case .replace(let pending): pending
      }
    guard let judged, !traffic.isBeingRemoved(key, judged.metadata) else { return nil }
    return judged
  }
}
