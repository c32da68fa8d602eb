public import Strata
import Synchronization

extension LMDBCacheManager {
  /// Shrinks the database file to what its records need, by writing a new one that takes its place. All records,
  /// removals and tags are kept.
  ///
  /// Others go on meanwhile, in this process and in others: only what they have written during the last moments
  /// is copied while they wait. Until the last process has let go of the old file, both are on the disk.
  ///
  /// The file of a cache that is at its quota does not shrink: evictions leave room that is used again.
  ///
  /// - Parameter progress: Called on a thread of its own with the records copied so far and their number.
  /// - Throws: `CacheError`; whatever it is, the cache is as it was. `.busy` when a compaction runs already in
  ///   this process, when everything was removed meanwhile, or when another process holds up writes; `.full`
  ///   when the disk has no room for a second file; `.cancelled`; `.unavailable`; `.closed`; `.inUse` in a
  ///   child process.
  @discardableResult
  public func compact(
    progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws(CacheError) -> LMDBCompaction {
    guard !lease.isReleased else { throw store.closedError }
    try store.checkProcess()
    guard store.isCompacting.exchange(true, ordering: .acquiring) == false else {
      throw CacheError(
        .busy, tier: configuration.name, path: directory, message: "it is being compacted already",
        hint: "wait for that to end")
    }
    defer { store.isCompacting.store(false, ordering: .releasing) }
    let compactor = try Compactor(store, progress: progress)
    let result = await withTaskCancellationHandler {
      await Result.of { () async throws(CacheError) in try await compactor.run() }
    } onCancel: {
      compactor.cancel()
    }
    return try result.get()
  }
}

extension Result {
  nonisolated(nonsending) fileprivate static func of(
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async -> Result {
    do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
  }
}
