package import Strata

/// A record on its way to the disk: its bytes, which can be dated anew.
package struct RecordBytes: Sendable {
  package private(set) var bytes: [UInt8]

  /// Bytes that were checked by a `RecordView` before.
  init(checked bytes: UnsafeRawBufferPointer) {
    self.bytes = Array(bytes)
  }

  /// - Parameters:
  ///   - deadline: The second in which the record is dead; nil for never.
  ///   - use: The moment of last use, in `UseTime` units.
  ///   - encode: Appends the value; nil when there is none.
  package init(
    key: CacheKey, metadata: RecordMetadata, deadline: UInt64?, use: UInt32,
    encode: ((inout [UInt8]) throws -> Void)?
  ) throws {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(RecordLayout.headerLength + key.text.utf8.count + 512)
    bytes.append(contentsOf: repeatElement(0, count: RecordLayout.headerLength))
    bytes.append(contentsOf: key.text.utf8)
    let keyEnd = bytes.count
    RecordExtras.append(metadata, to: &bytes)
    let extrasEnd = bytes.count
    try encode?(&bytes)
    self.bytes = bytes
    var flags = RecordLayout.Flags()
    if metadata.updateDate != nil { flags.insert(.filled) }
    if metadata.isExpiredByHand { flags.insert(.expired) }
    if encode != nil { flags.insert(.value) }
    if deadline != nil { flags.insert(.deadline) }
    if !metadata.tags.isEmpty { flags.insert(.tagged) }
    var life: Int64 = 0
    switch metadata.timeToLive {
    case nil: break
    case .never: flags.formUnion([.ownLife, .never])
    case .after(let duration):
      flags.insert(.ownLife)
      life = duration.saturatingNanoseconds
    }
    put(RecordLayout.magic, at: RecordLayout.magicOffset)
    put(RecordLayout.version, at: RecordLayout.versionOffset)
    put(flags.rawValue, at: RecordLayout.flagsOffset)
    put(UInt16(RecordLayout.headerLength), at: RecordLayout.headerLengthOffset)
    put(metadata.stamp.rawValue, at: RecordLayout.stampOffset)
    put(metadata.createDate.nanoseconds, at: RecordLayout.createDateOffset)
    put(metadata.updateDate?.nanoseconds ?? 0, at: RecordLayout.updateDateOffset)
    put(life, at: RecordLayout.timeToLiveOffset)
    put(deadline ?? 0, at: RecordLayout.deadlineOffset)
    put(use, at: RecordLayout.useOffset)
    put(UInt32(keyEnd - RecordLayout.headerLength), at: RecordLayout.keyLengthOffset)
    put(UInt32(extrasEnd - keyEnd), at: RecordLayout.extrasLengthOffset)
    put(UInt32(clamping: self.bytes.count - extrasEnd), at: RecordLayout.valueLengthOffset)
    put(UInt16(key.domainRange.lowerBound), at: RecordLayout.domainStartOffset)
    put(UInt16(key.domainRange.upperBound), at: RecordLayout.domainEndOffset)
    seal()
  }

  /// The same record, used at another time.
  mutating func note(use: UInt32) {
    put(use, at: RecordLayout.useOffset)
    seal()
  }

  /// The same record under another deadline.
  mutating func note(deadline: UInt64?) {
    var flags = RecordLayout.Flags(rawValue: bytes[RecordLayout.flagsOffset])
    if deadline == nil { flags.remove(.deadline) } else { flags.insert(.deadline) }
    put(flags.rawValue, at: RecordLayout.flagsOffset)
    put(deadline ?? 0, at: RecordLayout.deadlineOffset)
    seal()
  }

  private mutating func seal() {
    let sum = bytes.withUnsafeBytes { RecordView.checksum($0) }
    put(sum, at: RecordLayout.checksumOffset)
  }

  private mutating func put<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
    bytes.withUnsafeMutableBytes {
      $0.storeBytes(of: number.littleEndian, toByteOffset: offset, as: Number.self)
    }
  }
}
