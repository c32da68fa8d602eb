public import Strata
import Synchronization

extension LMDBCacheManager {
  /// The record of a key, fresh or not. Runs on the caller's thread and never suspends.
  ///
  /// What does not check out, or can't be decoded any more, is a miss.
  ///
  /// - Throws: `.closed` after `close()`, `.unavailable` while the tier is off, `.inUse` in a child process.
  public func fetch(_ key: CacheKey) async throws(CacheError) -> CacheRecord<Value>? {
    let record = try find(key)
    if record == nil { store.counters.misses.count() } else { store.counters.hits.count() }
    return record
  }

  /// The filled record of a key, as `fetch` gives it; nil also where the read failed, which `fetch` then tells.
  ///
  /// It reads the map on the caller's thread, as `fetch` does: pages that are not in memory are waited for.
  public func fetchIfReady(_ key: CacheKey) -> CacheRecord<Value>? {
    guard let record = try? find(key), record.updateDate != nil else { return nil }
    store.counters.hits.count()
    readyHitCount.count()
    return record
  }

  /// The record of a key; where there is none, an empty one, which is queued to be stored: losing it loses
  /// nothing, so nobody waits for that.
  public func fetchOrInsert(_ key: CacheKey) async throws(CacheError) -> CacheRecord<Value> {
    let began = configuration.clock.nextStamp()
    if let known = try await fetch(key) { return known }
    let empty = CacheRecord<Value>.empty(clock: configuration.clock)
    if let bytes = try? bytes(of: empty, for: key) {
      do throws(CacheError) {
        try store.queueBehind(
          key, bytes, stamp: empty.stamp, isFilled: false, asOf: began)
      } catch  where error.code == .busy {
        // The key is simply not known yet.
      }
    }
    return empty
  }

  /// The records of several keys, in their order.
  public func fetch(_ keys: [CacheKey]) async throws(CacheError) -> [CacheRecord<Value>?] {
    var records: [CacheRecord<Value>?] = []
    records.reserveCapacity(keys.count)
    for key in keys { records.append(try await fetch(key)) }
    return records
  }

  private func find(_ key: CacheKey) throws(CacheError) -> CacheRecord<Value>? {
    guard !lease.isReleased else { throw store.closedError }
    // The finder's decoder makes records of this type only.
    return try finder.find(key).map { unsafeDowncast($0, to: CacheRecord<Value>.self) }
  }
}

extension LMDBCacheManager: ReadyCounting {
  package var readyHits: Int { readyHitCount.load(ordering: .relaxed) }
}
