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
    if let located = await locate(key, newest: false) { return located.record }
    let began = clock.nextStamp()
    let empty = CacheRecord<Value>.empty(clock: clock)
    for tier in tiers { await write(empty, for: key, asOf: began, to: tier) }
    return empty
  }

  public func fetch(_ keys: [CacheKey]) async throws(CacheError) -> [CacheRecord<Value>?] {
    let began = clock.nextStamp()
    var found = [CacheRecord<Value>?](repeating: nil, count: keys.count)
    var missing = Array(keys.indices)
    for (depth, tier) in tiers.enumerated() where !missing.isEmpty {
      let asked = missing.map { keys[$0] }
      guard let records = await read(asked, from: tier) else { continue }
      var stillMissing: [Int] = []
      for (index, record) in zip(missing, records) {
        guard let record, record.metadata.isFilled else {
          // An empty record is an answer only where no tier has a filled one.
          found[index] = found[index] ?? record
          stillMissing.append(index)
          continue
        }
        found[index] = record
        await backfill(record, for: keys[index], asOf: began, above: depth)
      }
      missing = stillMissing
    }
    for index in missing where found[index] == nil { countMiss() }
    return found
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
      } catch where error.code == .unsupported {
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
      guard let located = await read(key, from: tier, newest: newest) else { continue }
      if let known = best?.located.record.metadata {
        let record = located.record.metadata
        guard record.isFilled, !known.isFilled || record.stamp > known.stamp else { continue }
      }
      best = (located, depth)
      if located.record.metadata.isFilled, !newest { break }
    }
    guard let best else {
      countMiss()
      return nil
    }
    if best.located.record.metadata.isFilled {
      await backfill(best.located.record, for: key, asOf: began, above: best.depth)
    }
    return best.located
  }

  /// Copies a record into the tiers above the one that it was found in.
  private func backfill(
    _ record: CacheRecord<Value>, for key: CacheKey, asOf began: Stamp, above depth: Int
  ) async {
    for tier in tiers.prefix(depth) {
      if await write(record, for: key, asOf: began, to: tier) {
        events?.emit(.backfilled(key, tier: tier.name))
      }
    }
    if depth > 0 { await undoIfRemoved(key, asOf: began, in: tiers.prefix(depth)) }
  }

  /// What a tier has for a key; nil also when it fails or is left alone.
  private func read(
    _ key: CacheKey, from tier: Tier<Value>, newest: Bool
  ) async -> LocatedRecord<Value>? {
    let manager = tier.manager
    let located = await attempt(tier, limit: tier.timeLimit) { () async throws(CacheError) in
      newest ? try await manager.locateNewest(key) : try await manager.locate(key)
    }
    switch tier.verdict(key, located.flatMap { $0 }?.record) {
    case .use: return located.flatMap { $0 }
    case .bypass: return nil
    case .replace(let pending): return LocatedRecord(record: pending, tier: tier.name)
    }
  }

  private func read(
    _ keys: [CacheKey], from tier: Tier<Value>
  ) async -> [CacheRecord<Value>?]? {
    let manager = tier.manager
    let records = await attempt(tier, limit: tier.timeLimit) { () async throws(CacheError) in
      try await manager.fetch(keys)
    }
    guard let records, records.count == keys.count else { return nil }
    return zip(keys, records).map { key, record in
      switch tier.verdict(key, record) {
      case .use: record
      case .bypass: nil
      case .replace(let pending): pending
      }
    }
  }
}
