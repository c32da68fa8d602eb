import Strata
import Synchronization

/// A cache manager that keeps each record in a file of its own.
///
/// For some thousands of records that people may want to look at. `LMDBCacheManager` is quicker, bounded,
/// and safe between processes.
// snippet: actor
actor FileCacheManager<Value: Codable & Sendable>: CacheManager {
  nonisolated let name = "files"
  nonisolated let updateInterval: TimeToLive? = nil  // left to the policy

  // Files may be slow: the actor runs on a queue of its own, not on the pool that all tasks share.
  private let executor = QueueExecutor(label: "FileCacheManager")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let folder: RecordFolder<Value>
  private let clock: CacheClock
  private var removals = RemovalLedger()
  private nonisolated let counters = Mutex(CacheStatistics(name: "files"))

  init(directory: String, clock: CacheClock = .system) throws(CacheError) {
    folder = try RecordFolder(path: directory)
    self.clock = clock
  }
  // end snippet

  // snippet: fetch
  func fetch(_ key: CacheKey) async throws(CacheError) -> CacheRecord<Value>? {
    let record = read(key)?.record(clock: clock)
    counters.withLock { if record == nil { $0.misses += 1 } else { $0.hits += 1 } }
    return record
  }

  func fetchOrInsert(_ key: CacheKey) async throws(CacheError) -> CacheRecord<Value> {
    if let known = try await fetch(key) { return known }
    let empty = CacheRecord<Value>.empty(clock: clock)
    try folder.write(FileRecord(empty, for: key), for: key)
    return empty
  }
  // end snippet

  // snippet: update
  func updateIfNeeded(
    _ record: CacheRecord<Value>, for key: CacheKey, asOf began: Stamp
  ) async throws(CacheError) -> Bool {
    guard removals.permits(key, asOf: began), isNewer(record, than: read(key)) else {
      counters.withLock { $0.refusedUpdates += 1 }
      return false
    }
    try folder.write(FileRecord(record, for: key), for: key)
    counters.withLock { $0.updates += 1 }
    return true
  }

  /// An empty record replaces nothing; a filled one replaces what is empty or older.
  private func isNewer(_ record: CacheRecord<Value>, than known: FileRecord<Value>?) -> Bool {
    guard let known else { return true }
    guard record.updateDate != nil else { return false }
    return known.updateDate == nil || record.stamp > known.stamp
  }
  // end snippet

  // snippet: delete
  func delete(_ key: CacheKey, asOf stamp: Stamp) async throws(CacheError) -> Bool {
    // Noted even where there is nothing to remove: a load that began before must bring nothing back.
    removals.note(key, at: stamp)
    guard let known = read(key), known.stamp <= stamp else { return false }
    folder.remove(key)
    counters.withLock { $0.removals += 1 }
    return true
  }
  // end snippet

  // snippet: remove
  func remove(_ scope: RemovalScope, asOf stamp: Stamp) async throws(CacheError) {
    removals.note(scope, at: stamp)
    for known in folder.all where known.stamp <= stamp {
      guard scope.covers(known.cacheKey, tags: known.tags) else { continue }
      folder.remove(known.cacheKey)
      counters.withLock { $0.removals += 1 }
    }
  }
  // end snippet

  // snippet: statistics
  nonisolated var statistics: CacheStatistics { counters.withLock { $0 } }
  // end snippet

  /// What a file says; what does not check out is removed, and counts as nothing.
  private func read(_ key: CacheKey) -> FileRecord<Value>? {
    do throws(CacheError) { return try folder.read(key) } catch {
      folder.remove(key)
      counters.withLock { $0.corruptions += 1 }
      return nil
    }
  }
}
