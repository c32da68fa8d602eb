public import Strata

extension LMDBCacheManager {
  /// Shows what is on disk of a scope, until `body` returns false. The records of a domain lie together, so
  /// that only they are read; for a tag all are.
  ///
  /// It reads in portions, pins no pages in between, and suspends nowhere. What is queued is not shown, and
  /// records that do not check out are passed over. When another process begins a new database meanwhile,
  /// the walk ends there.
  ///
  /// - Throws: `.closed` after `close()`, `.unavailable` while the tier is off, `.inUse` in a child process,
  ///   `.cancelled` when the task is.
  public func forEachEntry(
    in scope: RemovalScope, _ body: @Sendable (EntryInfo) -> Bool
  ) async throws(CacheError) {
    guard !lease.isReleased else { throw store.closedError }
    try store.checkProcess()
    let generation = try store.generation()
    var prefix: UInt32?
    if case .domain(let domain) = scope { prefix = generation.hasher.prefix(ofDomain: domain) }
    var position = prefix.map { withUnsafeBytes(of: $0.bigEndian) { Array($0) } } ?? []
    var isFirst = true
    while true {
      guard !Task.isCancelled else {
        throw CacheError(.cancelled, tier: configuration.name, message: "the walk was cancelled")
      }
      let entries: Environment.Entries
      do throws(EnvironmentFailure) {
        entries = try generation.environment.scan(
          .data, from: position, after: !isFirst, limit: 256)
      } catch {
        if let thrown = store.readFailed(error, in: generation) { throw thrown }
        return
      }
      isFirst = false
      var goesOn = entries.count > 0
      entries.walk { key, bytes in
        position = Array(key)
        // Two domains may begin with the same four bytes; the scope tells them apart.
        if let prefix, DataKey(key).map({ UInt32($0.high >> 32) }) != prefix { goesOn = false }
        if goesOn, let view = try? RecordView(bytes) {
          let entry = EntryInfo(
            key: view.cacheKey, metadata: view.metadata(clock: configuration.clock),
            byteCount: bytes.count, tier: configuration.name)
          if scope.covers(entry.key, tags: entry.metadata.tags) { goesOn = body(entry) }
        }
        return goesOn
      }
      guard goesOn else { return }
    }
  }
}
