/// The standard's EUC-JP decoder.
struct EUCJPDecoder {
  func decode(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var sink = UTF8Sink(capacity: bytes.count * 3 / 2)
    var position = 0
    while position < bytes.count {
      let lead = bytes[position]
      position += 1
      if lead < 0x80 {
        sink.append(ascii: lead)
        continue
      }
      guard lead == 0x8E || lead == 0x8F || (0xA1...0xFE).contains(lead), position < bytes.count
      else {
        sink.appendReplacement()
        continue
      }
      let second = bytes[position]
      if lead == 0x8F, (0xA1...0xFE).contains(second) {
        position += 1
        guard position < bytes.count else {
          sink.appendReplacement()
          continue
        }
        let third = bytes[position]
        accept((0xA1...0xFE).contains(third) ? DoubleByteIndex.jis0212[second, third] : nil, third)
      } else {
        accept(Self.scalar(lead, second), second)
      }

      func accept(_ scalar: UInt32?, _ last: UInt8) {
        if let scalar { sink.append(scalar) } else { sink.appendReplacement() }
        if scalar != nil || last >= 0x80 { position += 1 }
      }
    }
    return sink.bytes
  }

  private static func scalar(_ lead: UInt8, _ trail: UInt8) -> UInt32? {
    if lead == 0x8E {
      return (0xA1...0xDF).contains(trail) ? 0xFF61 - 0xA1 + UInt32(trail) : nil
    }
    guard lead != 0x8F, (0xA1...0xFE).contains(trail) else { return nil }
    return ShiftJISDecoder.scalar(row: lead - 0xA1, column: trail - 0xA1)
  }
}
