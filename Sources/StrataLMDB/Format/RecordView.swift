import CStrataLMDB
package import Strata

/// A stored record's bytes, checked. Valid only as long as the buffer it was made of.
package struct RecordView {
  /// Why bytes are no record that can be used.
  package enum Fault: Error {
    /// They do not check out.
    case damaged
    /// A later version of the format wrote them.
    case newerVersion
  }

  let bytes: UnsafeRawBufferPointer
  let flags: RecordLayout.Flags
  private let keyEnd: Int
  private let extrasEnd: Int

  /// Checks magic, version, lengths and the checksum over all other bytes.
  package init(_ bytes: UnsafeRawBufferPointer) throws(Fault) {
    guard bytes.count >= RecordLayout.headerLength,
      Self.u32(bytes, RecordLayout.magicOffset) == RecordLayout.magic
    else { throw .damaged }
    guard bytes[RecordLayout.versionOffset] <= RecordLayout.version else { throw .newerVersion }
    let header = Int(Self.u16(bytes, RecordLayout.headerLengthOffset))
    let keyLength = Int(Self.u32(bytes, RecordLayout.keyLengthOffset))
    let extrasLength = Int(Self.u32(bytes, RecordLayout.extrasLengthOffset))
    let valueLength = Int(Self.u32(bytes, RecordLayout.valueLengthOffset))
    guard bytes[RecordLayout.versionOffset] == RecordLayout.version,
      header == RecordLayout.headerLength,
      header + keyLength + extrasLength + valueLength == bytes.count,
      Self.u64(bytes, RecordLayout.checksumOffset) == Self.checksum(bytes)
    else { throw .damaged }
    self.bytes = bytes
    flags = RecordLayout.Flags(rawValue: bytes[RecordLayout.flagsOffset])
    keyEnd = header + keyLength
    extrasEnd = keyEnd + extrasLength
  }

  var stamp: Stamp { Stamp(rawValue: Self.u64(bytes, RecordLayout.stampOffset)) }
  var isFilled: Bool { flags.contains(.filled) }
  var use: UInt32 { Self.u32(bytes, RecordLayout.useOffset) }
  var key: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[RecordLayout.headerLength..<keyEnd])
  }
  package var value: UnsafeRawBufferPointer? {
    flags.contains(.value) ? UnsafeRawBufferPointer(rebasing: bytes[extrasEnd...]) : nil
  }
  /// The second in which the record is dead, as it stands in the expiry index.
  var deadline: UInt64? {
    flags.contains(.deadline) ? Self.u64(bytes, RecordLayout.deadlineOffset) : nil
  }

  func hasKey(_ text: String) -> Bool {
    let key = key
    guard text.utf8.count == key.count else { return false }
    let same = text.utf8.withContiguousStorageIfAvailable {
      key.isEmpty || strata_equal($0.baseAddress, key.baseAddress, key.count) != 0
    }
    return same ?? text.utf8.elementsEqual(key)
  }

  /// The key, as it was stored.
  package var cacheKey: CacheKey {
    let start = Int(Self.u16(bytes, RecordLayout.domainStartOffset))
    let end = Int(Self.u16(bytes, RecordLayout.domainEndOffset))
    return CacheKey(
      stored: String(decoding: key, as: UTF8.self), domain: start <= end ? start..<end : 0..<0)
  }

  /// The dates and all else that decides about the record's life.
  package func metadata(clock: CacheClock) -> RecordMetadata {
    let life: TimeToLive? =
      !flags.contains(.ownLife)
      ? nil
      : flags.contains(.never)
        ? .never : .after(.nanoseconds(Self.i64(bytes, RecordLayout.timeToLiveOffset)))
    let extras = extrasEnd == keyEnd ? RecordExtras() : self.extras
    return .restored(
      createDate: Timestamp(nanoseconds: Self.i64(bytes, RecordLayout.createDateOffset)),
      updateDate: isFilled
        ? Timestamp(nanoseconds: Self.i64(bytes, RecordLayout.updateDateOffset)) : nil,
      stamp: stamp, timeToLive: life, validators: extras.validators, tags: extras.tags,
      absence: extras.absence, expiredByHand: flags.contains(.expired), clock: clock)
  }

  var extras: RecordExtras {
    RecordExtras(UnsafeRawBufferPointer(rebasing: bytes[keyEnd..<extrasEnd]))
  }

  /// Over the bytes after the checksum, with those before it as the seed: all of the record.
  package static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    let rest = RecordLayout.checksumOffset + 8
    return strata_checksum(u64(bytes, 0), bytes.baseAddress! + rest, bytes.count - rest)
  }

  private static func u16(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt16 {
    UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }
  private static func u32(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
  private static func u64(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
  private static func i64(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int64 {
    Int64(bitPattern: u64(bytes, offset))
  }
}
