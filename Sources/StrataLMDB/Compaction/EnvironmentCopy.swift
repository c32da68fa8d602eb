import CStrataLMDB

/// Makes the databases of one environment the same as those of another, in passes: the first one copies in the
/// order of keys, so that pages come out full, and each later one changes what is not the same any more.
struct EnvironmentCopy {
  enum Failure: Error {
    case source(EnvironmentFailure)
    case target(EnvironmentFailure)
    case cancelled
  }

  /// The entries that are looked at in one read transaction, and the bytes of one write transaction.
  private static let batchCount = 512
  private static let transactionBytes = 4 << 20

  let source: Environment
  let target: Environment

  /// One pass over all databases.
  ///
  /// - Parameters:
  ///   - isFirst: Whether the target is empty.
  ///   - isLocked: Whether this thread has the source's write transaction open, so that nothing changes
  ///     meanwhile: afterwards the two are the same.
  ///   - proceed: Called with the number of records passed so far; false ends it.
  /// - Returns: The entries that were written or deleted.
  func pass(
    isFirst: Bool, isLocked: Bool, proceed: (Int) -> Bool = { _ in true }
  ) throws(Failure) -> Int {
    var changes = 0
    for database in Database.allCases {
      changes += try pass(database, isFirst, isLocked, proceed)
    }
    return changes
  }

  private func pass(
    _ database: Database, _ isFirst: Bool, _ isLocked: Bool, _ proceed: (Int) -> Bool
  ) throws(Failure) -> Int {
    var position: [UInt8] = []
    var (passed, changes, written) = (0, 0, 0)
    try inTarget { () throws(EnvironmentFailure) in try target.begin(flushes: false) }
    do throws(Failure) {
      while true {
        let batch = try inSource { () throws(EnvironmentFailure) in
          try source.scan(
            database, from: position, after: !position.isEmpty, limit: Self.batchCount,
            writing: isLocked)
        }
        let change = try inTarget { () throws(EnvironmentFailure) in
          try isFirst ? append(batch, to: database) : merge(batch, after: position, in: database)
        }
        changes += change
        passed += batch.count
        guard let last = batch.lastKey else { break }
        position = last
        written += change > 0 ? batch.bytes.count : 0
        if written > Self.transactionBytes {
          written = 0
          try inTarget { () throws(EnvironmentFailure) in
            try target.commit()
            try target.begin(flushes: false)
          }
        }
        if database == .data, !proceed(passed) { throw .cancelled }
      }
      try inTarget { () throws(EnvironmentFailure) in try target.commit() }
      return changes
    } catch {
      if !target.isPoisoned { target.abort() }
      throw error
    }
  }

  private func append(_ batch: Environment.Entries, to database: Database)
    throws(EnvironmentFailure) -> Int
  {
    try batch.eachEntry { key, value throws(EnvironmentFailure) in
      try target.append(database, key, value)
    }
    return batch.count
  }

  /// Makes the target's entries after a key, up to the batch's last, those of the batch; without a last one
  /// there are to be none.
  private func merge(
    _ batch: Environment.Entries, after position: [UInt8], in database: Database
  ) throws(EnvironmentFailure) -> Int {
    let there = try target.scan(
      database, from: position, after: !position.isEmpty, limit: Self.batchCount, writing: true)
    // Nearly always nothing has changed, and both have the same bytes.
    if there.bytes == batch.bytes { return 0 }
    var changes = 0
    var keys: Set<[UInt8]> = []
    try batch.eachEntry { key, value throws(EnvironmentFailure) in
      keys.insert(Array(key))
      let isSame = try target.get(database, key) { $0.elementsEqual(value) } ?? false
      if isSame { return }
      try target.put(database, key, value)
      changes += 1
    }
    for key in try self.keys(after: position, upTo: batch.lastKey, of: database)
    where !keys.contains(key) {
      let deletion = key.withUnsafeBytes { key in
        Result { () throws(EnvironmentFailure) in try target.delete(database, key) }
      }
      changes += try deletion.get() ? 1 : 0
    }
    return changes
  }

  private func keys(
    after position: [UInt8], upTo last: [UInt8]?, of database: Database
  ) throws(EnvironmentFailure) -> [[UInt8]] {
    var keys: [[UInt8]] = []
    var position = position
    while true {
      let batch = try target.scan(
        database, from: position, after: !position.isEmpty, limit: Self.batchCount, keysOnly: true,
        writing: true)
      guard let end = batch.lastKey else { return keys }
      var isOver = false
      batch.walk { key, _ in
        let key = Array(key)
        isOver = last.map { $0.lexicographicallyPrecedes(key) } ?? false
        if !isOver { keys.append(key) }
        return !isOver
      }
      if isOver { return keys }
      position = end
    }
  }

  private func inSource<R>(_ body: () throws(EnvironmentFailure) -> R) throws(Failure) -> R {
    do throws(EnvironmentFailure) { return try body() } catch { throw .source(error) }
  }

  private func inTarget<R>(_ body: () throws(EnvironmentFailure) -> R) throws(Failure) -> R {
    do throws(EnvironmentFailure) { return try body() } catch { throw .target(error) }
  }
}

extension Environment.Entries {
  fileprivate var lastKey: [UInt8]? {
    var last: [UInt8]?
    walk { key, _ in
      last = Array(key)
      return true
    }
    return last
  }

  fileprivate func eachEntry(
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws(EnvironmentFailure) -> Void
  ) throws(EnvironmentFailure) {
    var failure: EnvironmentFailure?
    walk { key, value in
      do throws(EnvironmentFailure) { try body(key, value) } catch { failure = error }
      return failure == nil
    }
    if let failure { throw failure }
  }
}
