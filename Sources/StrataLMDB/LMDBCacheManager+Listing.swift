public import Strata

extension LMDBCacheManager {
  /// Walks over the records that are on disk, in an order of no meaning; those of one domain lie together.
  ///
  /// The walk reads in portions, so that it pins no pages: records written or removed meanwhile may or may
  /// not be seen. Records that do not check out are passed over.
  ///
  /// - Parameters:
  ///   - domain: Only the records of this domain; nil for all.
  ///   - body: Called with each record; it returns false to end the walk.
  /// - Throws: `CacheError`: `.closed` after `close()`, `.unavailable` while the tier is off, `.busy` when
  ///   another process began a new database meanwhile, `.cancelled` when the task is.
  public func forEachRecord(
    inDomain domain: String? = nil, _ body: (StoredRecord) -> Bool
  ) async throws(CacheError) {
    guard !lease.isReleased else { throw store.closedError }
    let generation = try store.generation()
    let prefix = domain.map { generation.hasher.prefix(ofDomain: $0) }
    var position =
      prefix.map { prefix in
        withUnsafeBytes(of: prefix.bigEndian) { Array($0) }
      } ?? []
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
        throw store.readFailed(error, in: generation)
          ?? error.cacheError(tier: configuration.name, path: store.root.path)
      }
      isFirst = false
      var goesOn = entries.count > 0
      entries.walk { key, bytes in
        position = Array(key)
        if let prefix, DataKey(key).map({ UInt32($0.high >> 32) }) != prefix { goesOn = false }
        if goesOn, let view = try? RecordView(bytes) {
          let record = StoredRecord(
            key: view.cacheKey, metadata: view.metadata(clock: configuration.clock),
            byteCount: bytes.count, hasValue: view.value != nil)
          // Two domains may have the same four bytes.
          if domain == nil || record.key.domain == domain { goesOn = body(record) }
        }
        return goesOn
      }
      guard goesOn else { return }
    }
  }
}
