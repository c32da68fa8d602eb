extension TieredCacheManager {
  public func fetch(_ keys: [CacheKey]) async throws(CacheError) -> [CacheRecord<Value>?] {
    await locate(keys).map { $0?.record }
  }

  /// As `locate` for each of the keys, with one call of each tier.
  func locate(_ keys: [CacheKey]) async -> [LocatedRecord<Value>?] {
    let began = clock.nextStamp()
    var found = [LocatedRecord<Value>?](repeating: nil, count: keys.count)
    var missing = Array(keys.indices)
    for (depth, tier) in tiers.enumerated() where !missing.isEmpty {
      let asked = missing.map { keys[$0] }
      let records = await read(asked, from: tier)
      var stillMissing: [Int] = []
      for (index, record) in zip(missing, records) {
        let located = record.map { LocatedRecord(record: $0, tier: tier.name) }
        guard let record, record.metadata.isFilled else {
          // An empty one is an answer only if no tier has better.
          found[index] = found[index] ?? located
          stillMissing.append(index)
          continue
        }
        found[index] = located
        await backfill(record, for: keys[index], asOf: began, above: depth)
      }
      missing = stillMissing
    }
    for located in found { count(isHit: located != nil) }
    return found
  }

  private func read(
    _ keys: [CacheKey], from tier: Tier<Value>
  ) async -> [CacheRecord<Value>?] {
    let manager = tier.manager
    let attempt = await attempt(tier, limit: tier.timeLimit) { () async throws(CacheError) in
      try await manager.fetch(keys)
    }
    // A tier that fails may still have missed what is known here.
    var records = attempt.result ?? []
    if records.count != keys.count { records = Array(repeating: nil, count: keys.count) }
    return zip(keys, records).map { key, record in judged(record, key, of: tier) }
  }
}
