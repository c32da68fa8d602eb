import Strata

/// A key of one of the indexes: a number by which it is ordered, then the data key.
struct IndexKey: Hashable, Comparable, Sendable {
  /// Seconds in the expiry index, `UseTime` in the index of use, a hash in that of tags.
  let order: UInt64
  let data: DataKey

  init(_ order: UInt64, _ data: DataKey) {
    self.order = order
    self.data = data
  }

  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 8, let data = DataKey(UnsafeRawBufferPointer(rebasing: bytes[8...])) else {
      return nil
    }
    order = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
    self.data = data
  }

  func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    withUnsafeBytes(
      of: (order.bigEndian, data.high.bigEndian, data.low.bigEndian, data.probe)
    ) {
      body(UnsafeRawBufferPointer(rebasing: $0[..<(data.probe == 0 ? 24 : 25)]))
    }
  }

  static func < (left: IndexKey, right: IndexKey) -> Bool {
    left.order != right.order ? left.order < right.order : left.data < right.data
  }
}

/// Wall-clock seconds and the coarse time of use, as the indexes hold them.
enum DiskTime {
  /// Whole seconds since 1970, rounded down; 0 for what lies before.
  static func seconds(_ date: Timestamp) -> UInt64 {
    UInt64(Swift.max(date.nanoseconds, 0)) / 1_000_000_000
  }

  /// Units of 64 s since 1970: fine enough for who was used longest ago, coarse enough that a record
  /// written twice in a minute stays where it is in the index.
  static func use(_ date: Timestamp) -> UInt32 {
    UInt32(clamping: seconds(date) >> 6)
  }

  /// The second after which a record is dead under the terms; nil for never.
  static func deadline(of metadata: RecordMetadata, under terms: ExpiryTerms) -> UInt64? {
    guard let dead = metadata.deadInstant(under: terms), let updated = metadata.updateDate else {
      return nil
    }
    let end = updated.advanced(by: dead.duration(since: metadata.updateInstant))
    return end.nanoseconds == .max ? nil : seconds(end) + 1
  }
}
