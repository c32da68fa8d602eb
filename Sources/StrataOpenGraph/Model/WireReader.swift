/// Reads what `WireWriter` wrote, and trusts none of it: every length is held against what is left, and
/// a count never reserves more than the bytes could hold.
struct WireReader: WireVisitor {
  private let bytes: UnsafeRawBufferPointer
  private(set) var offset: Int

  /// The buffer must outlive the reader.
  init(_ bytes: UnsafeRawBufferPointer, offset: Int) {
    self.bytes = bytes
    self.offset = offset
  }

  var isAtEnd: Bool { offset == bytes.count }

  mutating func text(_ tag: UInt8, _ value: inout String?) throws(OpenGraphData.CodingError) {
    value = take(tag) ? try readText() : nil
  }

  mutating func texts(_ tag: UInt8, _ values: inout [String]) throws(OpenGraphData.CodingError) {
    values = []
    guard take(tag) else { return }
    for _ in 0..<(try readCount()) { values.append(try readText()) }
  }

  mutating func number(_ tag: UInt8, _ value: inout Int?) throws(OpenGraphData.CodingError) {
    guard take(tag) else {
      value = nil
      return
    }
    let start = offset
    let raw = try readVarint()
    let wide = Int64(bitPattern: raw >> 1) ^ -Int64(bitPattern: raw & 1)
    guard let number = Int(exactly: wide) else { throw .malformed(offset: start) }
    value = number
  }

  mutating func records<R: WireRecord>(
    _ tag: UInt8, _ values: inout [R]
  ) throws(OpenGraphData.CodingError) {
    values = []
    guard take(tag) else { return }
    for _ in 0..<(try readCount()) {
      var record = R()
      try record.visit(&self)
      guard take(0) else { throw .malformed(offset: offset) }
      values.append(record)
    }
  }

  private mutating func take(_ tag: UInt8) -> Bool {
    guard offset < bytes.count, bytes[offset] == tag else { return false }
    offset += 1
    return true
  }

  private mutating func readText() throws(OpenGraphData.CodingError) -> String {
    let start = offset
    let length = try readVarint()
    guard length <= UInt64(bytes.count - offset) else { throw .malformed(offset: start) }
    let slice = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + Int(length)])
    // Decoding repairs what is wrong, so bad bytes show as a difference. `String(validating:as:)` would say
    // it outright, but takes longer than everything else here together.
    var text = String(decoding: slice, as: UTF8.self)
    let isIntact = text.withUTF8 { Self.isEqual(UnsafeRawBufferPointer($0), slice) }
    guard isIntact else { throw .invalidText(offset: offset) }
    offset += Int(length)
    return text
  }

  private static func isEqual(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
  ) -> Bool {
    guard left.count == right.count else { return false }
    var at = 0
    while at + 8 <= left.count {
      let difference =
        left.loadUnaligned(fromByteOffset: at, as: UInt64.self)
        ^ right.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      if difference != 0 { return false }
      at += 8
    }
    while at < left.count {
      if left[at] != right[at] { return false }
      at += 1
    }
    return true
  }

  /// A count of things of which each takes a byte or more.
  private mutating func readCount() throws(OpenGraphData.CodingError) -> Int {
    let start = offset
    let count = try readVarint()
    guard count > 0, count <= UInt64(bytes.count - offset) else { throw .malformed(offset: start) }
    return Int(count)
  }

  private mutating func readVarint() throws(OpenGraphData.CodingError) -> UInt64 {
    let start = offset
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard offset < bytes.count else { throw .malformed(offset: start) }
      let byte = UInt64(bytes[offset])
      offset += 1
      guard shift < 63 || byte <= 1 else { break }
      value |= (byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw .malformed(offset: start)
  }
}
