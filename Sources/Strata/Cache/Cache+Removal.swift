import Synchronization

extension Cache {
  /// Removes a key from all tiers, and makes loads under way for it bring nothing back.
  ///
  /// - Returns: Whether a tier had it.
  /// - Throws: `CacheError` of a tier that could not remove it; this cache does not use what it still has.
  @discardableResult
  public func delete(_ key: CacheKey) async throws(CacheError) -> Bool {
    let stack = currentStack
    let removal = stack.traffic.noteRemoval(of: .key(key)) { [clock] in clock.nextStamp() }
    // After the removal has its place in the order: a load that begins now is newer.
    flights.detach(key)
    health.forget(key)
    return try await stack.delete(key, as: removal)
  }

  /// Removes all records of a domain: for URLs, of a host.
  ///
  /// - Throws: As `delete`.
  public func removeAll(inDomain domain: String) async throws(CacheError) {
    try await remove(.domain(domain))
  }

  /// Removes all records that carry a tag.
  ///
  /// - Throws: As `delete`.
  public func removeAll(tagged tag: String) async throws(CacheError) {
    try await remove(.tag(tag))
  }

  /// Removes all records.
  ///
  /// - Throws: As `delete`.
  public func removeAll() async throws(CacheError) {
    try await remove(.everything)
  }

  private func remove(_ scope: RemovalScope) async throws(CacheError) {
    let stack = currentStack
    let removal = stack.traffic.noteRemoval(of: .scope(scope)) { [clock] in clock.nextStamp() }
    // Which tags a load will bring is not known before it ends, nor which ones a failed load would have
    // brought: all keys count as covered.
    let isCovered = { @Sendable (key: CacheKey) in
      switch scope {
      case .everything, .tag: true
      case .domain: scope.covers(key, tags: [])
      }
    }
    flights.detach(where: isCovered)
    health.forget(where: isCovered)
    try await stack.remove(scope, as: removal)
  }

  /// Makes a record stale from now on. It stays usable as a fallback for the grace period, counted from
  /// now, or from when it turned stale if it was; where there is no grace it is removed.
  ///
  /// - Returns: Whether there was a record to expire.
  /// - Throws: As `delete`.
  @discardableResult
  public func expire(_ key: CacheKey) async throws(CacheError) -> Bool {
    let stack = currentStack
    let settings = settings(for: key)
    // Refused where something was removed meanwhile; then what is there now is looked at.
    for _ in 0..<8 {
      let stamp = clock.nextStamp()
      flights.detach(key)
      health.forget(key)
      let record = try await stack.locateNewest(key)?.record
      let terms = record.map { settings.terms(for: $0.metadata) } ?? settings.terms
      guard let record, record.metadata.freshness(under: terms, at: clock.now).isUsable else {
        // For the loads under way, which must not bring what is older than this.
        try await delete(key)
        return false
      }
      if record.metadata.isAbsence || settings.grace.isZero { return try await delete(key) }
      let now = clock.now
      // The grace period of one that is stale has begun, and is not to begin anew.
      let end = Swift.min(record.metadata.staleInstant(under: terms) ?? now, now)
      let expired = record.with(record.metadata.expiredByHand(stamp: stamp, at: end, clock: clock))
      if let isStored = await stack.replace(record, with: expired, for: key, asOf: stamp) {
        events.emit(.removed(nil, key: key))
        return isStored
      }
    }
    return try await delete(key)
  }

  /// Makes all records of a scope stale from now on, each as `expire` of its key does.
  ///
  /// - Returns: How many records there were to expire.
  /// - Throws: As `delete`; `.unsupported` where no tier can list what it holds.
  @discardableResult
  public func expire(_ scope: RemovalScope) async throws(CacheError) -> Int {
    let keys = Mutex<[CacheKey]>([])
    try await currentStack.forEachEntry(in: scope) { entry in
      keys.withLock { $0.append(entry.key) }
      return true
    }
    // What is being loaded may not be listed yet; which tags it will have is not known.
    let loading = flights.keys { scope.covers($0, tags: []) }
    let all = Set(keys.withLock { $0 }).union(loading)
    var count = 0
    for key in all where try await expire(key) { count += 1 }
    return count
  }

  /// Stores a value as if it had been loaded now.
  ///
  /// - Throws: `CacheError` when no tier can take it.
  public func insert(
    _ value: Value, for key: CacheKey, details: LoadDetails = LoadDetails()
  ) async throws(CacheError) {
    let stamp = clock.nextStamp()
    flights.detach(key)
    health.forget(key)
    let record = CacheRecord(
      value: value, stamp: stamp, timeToLive: details.timeToLive, validators: details.validators,
      tags: details.tags, clock: clock)
    try await currentStack.updateIfNeeded(record, for: key, asOf: stamp)
  }

  /// Removes dead records and what is over the limits of the tiers, at most `limit` of them.
  ///
  /// - Returns: How many went.
  @discardableResult
  public func sweep(limit: Int = .max) async throws(CacheError) -> Int {
    let count = try await currentStack.sweep(limit: limit)
    if count > 0 { events.emit(.swept(count: count)) }
    return count
  }

  /// Writes out what is queued, closes the tiers, and ends all event streams.
  ///
  /// - Throws: The first error of a tier, after all were closed.
  public func close() async throws(CacheError) {
    events.finish()
    try await currentStack.close()
  }
}
