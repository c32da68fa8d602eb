import CStrataLMDB
import Strata

/// One batch of a walk: what a removal of many records, or a sweep, does in one transaction.
extension WriteTransaction {
  /// Removes what a scope covers among the next `limit` entries.
  ///
  /// - Returns: How many went, and where to go on; nil at the end.
  func removeStep(_ walk: ScopeWalk, from position: [UInt8], _ stamp: Stamp, _ limit: Int)
    throws(EnvironmentFailure) -> (removed: Int, next: [UInt8]?)
  {
    var keys: [DataKey] = []
    var last: [UInt8]?
    var isOver = false
    let entries = try environment.scan(
      walk.database, from: position, after: position.count > walk.start.count, limit: limit,
      keysOnly: true, writing: true)
    entries.walk { bytes, _ in
      guard let key = walk.dataKey(bytes) else {
        isOver = true
        return false
      }
      keys.append(key)
      last = Array(bytes)
      return true
    }
    var removed = 0
    for key in keys {
      let found = try read(key) { bytes -> Summary?? in
        guard let view = try? RecordView(bytes) else { return .some(nil) }
        return walk.covers(view) && view.stamp <= stamp ? .some(Summary(view)) : nil
      }
      // A record that can't be read may be one of those that are to go.
      guard let match = found ?? nil else { continue }
      try remove(key, match)
      removed += 1
    }
    return (removed, isOver || entries.count < limit ? nil : last)
  }

  /// Removes those of the next `limit` due entries whose records are dead by the rules in force now; the
  /// others get their new place.
  func sweepStep(before now: UInt64, _ limit: Int, _ clock: CacheClock, _ rule: DeadlineRule)
    throws(EnvironmentFailure) -> (removed: Int, isDone: Bool)
  {
    var due: [IndexKey] = []
    try environment.scan(.expiry, from: [], limit: limit, keysOnly: true, writing: true)
      .walk { bytes, _ in
        guard let entry = IndexKey(bytes), entry.order <= now else { return false }
        due.append(entry)
        return true
      }
    var removed = 0
    for entry in due {
      let found = try read(entry.data) { bytes in
        (try? RecordView(bytes)).map {
          (
            summary: Summary($0), deadline: rule($0.cacheKey, $0.metadata(clock: clock)),
            record: RecordBytes(checked: bytes)
          )
        }
      }
      guard var found = found ?? nil, found.summary.deadline == entry.order else {
        try move(.expiry, entry.data, from: entry.order, to: nil)
        continue
      }
      if let deadline = found.deadline, deadline <= now {
        try remove(entry.data, found.summary)
        expirations += 1
        removed += 1
      } else {
        found.record.note(deadline: found.deadline)
        try rewrite(found.record, at: entry.data, found.summary)
      }
    }
    return (removed, due.count < limit)
  }

  /// What a removal of everything must leave: the few records that came after its stamp.
  ///
  /// They were written after it, so they are at the end of the index of use. Where the clock was set back
  /// meanwhile some are missed, and lost, as a cache may.
  func records(newerThan stamp: Stamp) throws(EnvironmentFailure)
    -> [(key: CacheKey, record: RecordBytes, stamp: Stamp)]
  {
    let time = DiskTime.use(Timestamp(milliseconds: stamp.milliseconds))
    var position = UInt64(time == 0 ? 0 : time - 1).bigEndianBytes
    var newer: [(key: CacheKey, record: RecordBytes, stamp: Stamp)] = []
    while newer.count < 10_000 {
      var keys: [DataKey] = []
      try environment.scan(
        .use, from: position, after: position.count > 8, limit: 1_000, keysOnly: true, writing: true
      ).walk { bytes, _ in
        if let entry = IndexKey(bytes) { keys.append(entry.data) }
        position = Array(bytes)
        return true
      }
      for key in keys {
        let found = try read(key) { bytes in
          (try? RecordView(bytes)).flatMap { view in
            view.stamp > stamp
              ? (key: view.cacheKey, record: RecordBytes(checked: bytes), stamp: view.stamp) : nil
          }
        }
        if let record = found ?? nil { newer.append(record) }
      }
      if keys.count < 1_000 { break }
    }
    return newer
  }
}

extension UInt64 {
  fileprivate var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
