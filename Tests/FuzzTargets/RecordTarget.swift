import Strata
import StrataLMDB
import StrataOpenGraph
import StrataTesting

/// Stored bytes: those that are not a record are refused; those that are give it, and its copy is the same.
enum RecordTarget {
  static func check(_ bytes: UnsafeRawBufferPointer) throws {
    try decode(bytes)
    try sealed(bytes).withUnsafeBytes { try decode($0) }
  }

  /// The input with a right start, a right length of its value and a right checksum, so that what comes behind
  /// the checksum is reached.
  private static func sealed(_ input: UnsafeRawBufferPointer) -> [UInt8] {
    var bytes = Array(input)
    let padding = Swift.max(0, RecordLayout.headerLength - bytes.count)
    bytes += Array(repeating: 0, count: padding)
    bytes.withUnsafeMutableBytes { all in
      func field(_ offset: Int) -> Int {
        Int(UInt32(littleEndian: all.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
      }
      func set(_ value: some FixedWidthInteger, at offset: Int) {
        all.storeBytes(of: value.littleEndian, toByteOffset: offset, as: type(of: value))
      }
      set(RecordLayout.magic, at: RecordLayout.magicOffset)
      set(RecordLayout.version, at: RecordLayout.versionOffset)
      set(UInt16(RecordLayout.headerLength), at: RecordLayout.headerLengthOffset)
      let room = all.count - RecordLayout.headerLength
      let key = field(RecordLayout.keyLengthOffset) % (room + 1)
      let extras = field(RecordLayout.extrasLengthOffset) % (room - key + 1)
      set(UInt32(key), at: RecordLayout.keyLengthOffset)
      set(UInt32(extras), at: RecordLayout.extrasLengthOffset)
      set(UInt32(room - key - extras), at: RecordLayout.valueLengthOffset)
      set(
        RecordView.checksum(UnsafeRawBufferPointer(all)), at: RecordLayout.checksumOffset)
    }
    return bytes
  }

  /// Made-up stamps must not push on the clock that all others of this process use.
  private static let clock = ManualClock().clock

  private static func decode(_ bytes: UnsafeRawBufferPointer) throws {
    let view: RecordView
    do { view = try RecordView(bytes) } catch { return }
    let metadata = view.metadata(clock: clock)
    let key = view.cacheKey
    let value = view.value.map { Array($0) }
    if let value = view.value, let data = try? OpenGraphCodec().decode(value) {
      try PageTarget.checkCopy(data)
    }
    let copy = try RecordBytes(key: key, metadata: metadata, deadline: nil, use: 0) {
      $0 += value ?? []
    }
    try copy.bytes.withUnsafeBytes { bytes in
      let again = try RecordView(bytes)
      try expect(again.cacheKey == key, "another key: \(again.cacheKey) for \(key)")
      try expect(again.cacheKey.domain == key.domain, "another domain of \(key)")
      try expect(again.value.map { Array($0) } == value ?? [], "another value of \(key)")
      try expectSame(again.metadata(clock: clock), metadata)
    }
  }

  /// All but the moment by the clock that only runs forward: it is reckoned anew at each reading.
  private static func expectSame(_ one: RecordMetadata, _ other: RecordMetadata) throws {
    let isSame =
      one.createDate == other.createDate && one.updateDate == other.updateDate
      && one.stamp == other.stamp && one.timeToLive == other.timeToLive
      && one.validators == other.validators && one.tags == other.tags
      && one.absence == other.absence && one.isExpiredByHand == other.isExpiredByHand
    try expect(isSame, "\(one) for \(other)")
  }
}
