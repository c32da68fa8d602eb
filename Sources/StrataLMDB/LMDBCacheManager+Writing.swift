public import Strata
import Synchronization

extension LMDBCacheManager {
  /// Stores a record unless there is one with the same or a newer stamp, or the key, its domain, one of its
  /// tags or everything was removed since `began`, by any process.
  ///
  /// Returns when the write is as safe as `LMDBConfiguration.durability` says.
  ///
  /// - Throws: `.codec` when the value can't be encoded and `.tooLarge` when it is over the limit, both
  ///   after removing the older record; `.busy` when the queue is full or the commit takes too long; `.full`
  ///   when the disk or the map is; `.unavailable` while the tier is off; `.closed`; `.inUse` in a child
  ///   process.
  @discardableResult
  public func updateIfNeeded(_ record: CacheRecord<Value>, for key: CacheKey, asOf began: Stamp)
    async throws(CacheError) -> Bool
  {
    guard !lease.isReleased else { throw store.closedError }
    try store.checkProcess()
    let bytes: RecordBytes
    do throws(CacheError) {
      bytes = try self.bytes(of: record, for: key)
    } catch {
      // A write that is refused must not leave an older record in its place.
      _ = try? await store.delete(key, asOf: record.stamp)
      throw error
    }
    let isFilled = record.updateDate != nil
    if isFilled, try store.generation().durability != .buffered {
      return try await store.run(.put(key, bytes, asOf: began)) > 0
    }
    return try store.queueBehind(
      key, bytes, stamp: record.stamp, isFilled: isFilled, asOf: began)
  }

  /// Removes the record of a key, unless it is newer than `stamp`. When it returns, the removal is committed,
  /// and, except at the level `processSafe`, on the medium.
  ///
  /// - Throws: As `updateIfNeeded`. After a failure this process no longer sees the record, and the removal
  ///   is tried again with the next write.
  @discardableResult
  public func delete(_ key: CacheKey, asOf stamp: Stamp) async throws(CacheError) -> Bool {
    guard !lease.isReleased else { throw store.closedError }
    try store.checkProcess()
    return try await store.delete(key, asOf: stamp)
  }

  /// Removes all records of a scope that are not newer than `stamp`.
  ///
  /// Everything goes at once, by beginning a new database; what is newer is carried over. A domain's records lie together, a tag's have an
  /// index: they go in batches that hold up other writers for a few milliseconds each.
  public func remove(_ scope: RemovalScope, asOf stamp: Stamp) async throws(CacheError) {
    guard !lease.isReleased else { throw store.closedError }
    try store.checkProcess()
    store.removals.withLock { $0.note(scope, at: stamp) }
    store.pending.remove(scope, at: stamp)
    _ = try await store.run(.remove(scope, stamp), force: true)
  }

  /// Removes at most `limit` records that are dead by the policy now in force, and then, when more is in use
  /// than the quota, those used longest ago until it fits.
  ///
  /// Reads only what is due: the time it takes depends on that, not on what is stored.
  @discardableResult
  public func sweep(limit: Int) async throws(CacheError) -> Int {
    guard !lease.isReleased else { throw store.closedError }
    try store.checkProcess()
    let policy = policy
    let interval = configuration.updateInterval
    return try await store.run(
      .sweep(limit: limit) { key, metadata in
        DiskTime.deadline(
          of: metadata, under: policy.terms(for: key, managerInterval: interval))
      })
  }

  /// Counters since opening, of all managers of the directory in this process, and sizes as of now.
  public var statistics: CacheStatistics {
    var statistics = CacheStatistics(name: configuration.name)
    store.counters.fill(&statistics)
    if !lease.isReleased, let generation = try? store.generation(),
      let usage = try? generation.environment.usage(writing: false)
    {
      statistics.entryCount = usage.recordCount
      statistics.byteCount = usage.usedBytes
    }
    return statistics
  }

  /// A record as it is stored.
  func bytes(of record: CacheRecord<Value>, for key: CacheKey) throws(CacheError) -> RecordBytes {
    let clock = configuration.clock
    let terms = policy.terms(for: key, managerInterval: configuration.updateInterval)
    let bytes: RecordBytes
    do {
      bytes = try RecordBytes(
        key: key, metadata: record.metadata,
        deadline: DiskTime.deadline(of: record.metadata, under: terms),
        use: DiskTime.use(clock.date),
        encode: record.value.map { value in { try self.codec.encode(value, into: &$0) } })
    } catch {
      throw CacheError(
        .codec, tier: configuration.name, key: key, path: store.root.path,
        message: "the value can't be encoded", hint: "look at the codec's error", underlying: error)
    }
    // More than an eighth of the quota would push out too much of the rest at once.
    let limit = Swift.min(configuration.largestRecord, configuration.quota / 8)
    guard bytes.bytes.count <= limit else {
      throw CacheError(
        .tooLarge, tier: configuration.name, key: key, path: store.root.path,
        message: "the record has \(bytes.bytes.count) bytes, the limit is \(limit)",
        hint: "raise largestRecord or the quota, or keep the value elsewhere")
    }
    return bytes
  }
}
