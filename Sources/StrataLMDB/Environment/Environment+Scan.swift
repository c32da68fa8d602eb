import CStrataLMDB

extension Environment {
  /// Entries of a database in key order, as a copy.
  struct Entries {
    fileprivate(set) var bytes: [UInt8] = []
    fileprivate(set) var count = 0

    /// Calls `body` with each key and value until it returns false.
    func walk(_ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws -> Bool) rethrows {
      try bytes.withUnsafeBytes { all in
        var offset = 0
        for _ in 0..<count {
          let keyLength = Int(all.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
          let valueLength = Int(all.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self))
          let key = UnsafeRawBufferPointer(rebasing: all[(offset + 8)..<(offset + 8 + keyLength)])
          offset += 8 + keyLength
          let hasValue = hasValues && valueLength > 0
          let value = hasValue ? all[offset..<(offset + valueLength)] : all[offset..<offset]
          if hasValue { offset += valueLength }
          guard try body(key, UnsafeRawBufferPointer(rebasing: value)) else { return }
        }
      }
    }

    fileprivate var hasValues = true
  }

  /// At most `limit` entries from `start` on (strictly after it with `after`).
  ///
  /// - Parameter writing: Within the write transaction; the writer thread's alone.
  func scan(
    _ database: Database, from start: [UInt8], after: Bool = false, limit: Int,
    keysOnly: Bool = false, writing: Bool = false
  ) throws(EnvironmentFailure) -> Entries {
    var entries = Entries()
    entries.hasValues = !keysOnly
    var capacity = keysOnly ? limit * 40 : 64 << 10
    while true {
      var range = strata_range()
      var code: Int32 = 0
      start.withUnsafeBytes { start in
        range.from = start.baseAddress
        range.from_length = start.count
        range.after = after ? 1 : 0
        range.keys_only = keysOnly ? 1 : 0
        range.writing = writing ? 1 : 0
        range.max_entries = UInt32(clamping: limit)
        entries.bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, used in
          code = strata_scan(
            handle, database.rawValue, &range, buffer.baseAddress, buffer.count)
          used = code == 0 ? range.used : 0
        }
      }
      if code == Int32(STRATA_TOO_SMALL) {
        capacity = range.used
        continue
      }
      try check(code)
      entries.count = Int(range.count)
      return entries
    }
  }
}
