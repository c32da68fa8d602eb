/// Writes fields as tag, length and payload; numbers and lengths are LEB128.
struct WireWriter: WireVisitor {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func append(_ prefix: [UInt8]) { bytes += prefix }

  mutating func text(_ tag: UInt8, _ value: inout String?) {
    guard let value else { return }
    bytes.append(tag)
    append(value)
  }

  mutating func texts(_ tag: UInt8, _ values: inout [String]) {
    guard !values.isEmpty else { return }
    bytes.append(tag)
    append(varint: UInt64(values.count))
    for value in values { append(value) }
  }

  mutating func number(_ tag: UInt8, _ value: inout Int?) {
    guard let value else { return }
    bytes.append(tag)
    // Zigzag: small negative numbers stay small.
    append(varint: UInt64(bitPattern: Int64(value << 1 ^ value >> (Int.bitWidth - 1))))
  }

  mutating func records<R: WireRecord>(
    _ tag: UInt8, _ values: inout [R]
  ) throws(OpenGraphData.CodingError) {
    guard !values.isEmpty else { return }
    bytes.append(tag)
    append(varint: UInt64(values.count))
    for index in values.indices {
      try values[index].visit(&self)
      bytes.append(0)  // no field has tag 0: the end of the record
    }
  }

  private mutating func append(_ text: String) {
    append(varint: UInt64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func append(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
