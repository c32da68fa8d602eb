import CStrataLMDB
import Strata

/// Keeping within the quota: room is made before it is needed, since in a full map even a removal fails.
extension Writer {
  /// The bytes that one transaction takes at most.
  func batchBytes(_ generation: Generation) -> Int {
    Swift.min(Self.batchBytes, generation.quota / 8)
  }

  /// Evicts until what is to come fits: dead records first, then those used longest ago.
  ///
  /// - Parameter force: Frees that much at least, whatever the quota says.
  /// - Returns: Whether anything was evicted.
  @discardableResult
  func makeRoom(in generation: Generation, bytes: Int, force: Bool) -> Bool {
    guard let used = try? generation.environment.usage(writing: false).usedBytes else {
      return false
    }
    // On top of the records themselves: pages that are split, and the indexes.
    let need = bytes == 0 ? 0 : bytes + bytes / 4 + 16 * 4096
    let target = force ? Swift.min(used, generation.quota) - need : generation.quota - need
    guard used > target else { return false }
    if !store.uses.isEmpty { writeUses(in: generation) }
    var evicted = false
    while let count = evict(in: generation, to: target), count > 0 {
      evicted = true
      if count < Self.evictionBatch { break }
    }
    return evicted
  }

  /// One transaction of evictions, which ends when no more pages than `target` bytes are in use: how many
  /// records or stray entries went; nil when it failed.
  private func evict(in generation: Generation, to target: Int) -> Int? {
    let transaction = WriteTransaction(generation, store)
    do throws(EnvironmentFailure) {
      try begin(generation)
    } catch {
      return nil
    }
    do throws(EnvironmentFailure) {
      let now = DiskTime.seconds(store.configuration.clock.date)
      let limit = Self.evictionBatch
      var count = try transaction.evict(.expiry, upTo: now, limit, target)
      count += try transaction.evict(.use, upTo: .max, limit - count, target)
      try commit(generation)
      transaction.tally()
      return count
    } catch {
      giveUp(error, generation)
      return nil
    }
  }

  /// Ends a transaction of our own that failed. After a fault this thread must leave, or LMDB's lock stays
  /// taken.
  private func giveUp(_ failure: EnvironmentFailure, _ generation: Generation) {
    if !generation.environment.isPoisoned { generation.environment.abort() }
    if failure.meaning == .damage { _ = recover(from: failure, generation) }
  }

  /// Puts down the times of use that reads have noted.
  func writeUses(in generation: Generation) {
    while !store.uses.isEmpty, !isDegraded {
      let notes = store.uses.take(Self.batchCount)
      do throws(EnvironmentFailure) {
        try begin(generation)
      } catch {
        return
      }
      let transaction = WriteTransaction(generation, store)
      do throws(EnvironmentFailure) {
        for note in notes {
          let found = try transaction.read(note.key) { bytes in
            (try? RecordView(bytes)).map {
              (WriteTransaction.Summary($0), RecordBytes(checked: bytes))
            }
          }
          guard let (old, bytes) = found ?? nil, old.use < note.use else { continue }
          var record = bytes
          record.note(use: note.use)
          try transaction.rewrite(record, at: note.key, old)
        }
        try commit(generation)
      } catch {
        return giveUp(error, generation)
      }
    }
  }
}

extension WriteTransaction {
  /// Removes records in the order of an index, from its beginning, while more is in use than `target`.
  fileprivate func evict(_ index: Database, upTo end: UInt64, _ limit: Int, _ target: Int)
    throws(EnvironmentFailure) -> Int
  {
    guard limit > 0, try environment.usage(writing: true).usedBytes > target else { return 0 }
    var due: [IndexKey] = []
    try environment.scan(index, from: [], limit: limit, keysOnly: true, writing: true)
      .walk { key, _ in
        guard let key = IndexKey(key), key.order <= end else { return false }
        due.append(key)
        return true
      }
    var count = 0
    for entry in due {
      let found = try read(entry.data) { bytes in
        (try? RecordView(bytes)).map { WriteTransaction.Summary($0) }
      }
      count += 1
      guard let record = found ?? nil, isEntry(entry, of: record, in: index) else {
        // The entry stands for a record that is gone, moved, or that can't be read.
        try move(index, entry.data, from: entry.order, to: nil)
        if case .some(nil) = found { try remove(entry.data, nil) }
        continue
      }
      try remove(entry.data, record)
      if index == .expiry { expirations += 1 } else { evictions += 1 }
      if try environment.usage(writing: true).usedBytes <= target { break }
    }
    return count
  }

  /// Whether an index entry is the one that a record has now.
  func isEntry(_ entry: IndexKey, of record: Summary, in index: Database) -> Bool {
    switch index {
    case .expiry: record.deadline == entry.order
    case .use: UInt64(record.use) == entry.order
    case .tags: record.tags.contains { hash($0) == entry.order }
    case .data, .removed, .params: false
    }
  }

  /// Stores a record's bytes dated anew.
  func rewrite(_ record: RecordBytes, at key: DataKey, _ old: Summary) throws(EnvironmentFailure) {
    let new = record.bytes.withUnsafeBytes { (try? RecordView($0)).map { Summary($0) } }
    if let new { try store(record, at: key, new, replacing: old) }
  }
}
