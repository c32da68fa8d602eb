/// The standard's Shift_JIS decoder.
struct ShiftJISDecoder {
  func decode(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var sink = UTF8Sink(capacity: bytes.count * 3 / 2)
    var position = 0
    while position < bytes.count {
      let lead = bytes[position]
      position += 1
      switch lead {
      case 0...0x80: sink.append(UInt32(lead))
      case 0xA1...0xDF: sink.append(0xFF61 - 0xA1 + UInt32(lead))
      case 0xA0, 0xFD...0xFF: sink.appendReplacement()
      default:
        guard position < bytes.count else {
          sink.appendReplacement()
          break
        }
        let trail = bytes[position]
        if let scalar = Self.scalar(lead, trail) {
          sink.append(scalar)
          position += 1
        } else {
          sink.appendReplacement()
          if trail >= 0x80 { position += 1 }
        }
      }
    }
    return sink.bytes
  }

  private static func scalar(_ lead: UInt8, _ trail: UInt8) -> UInt32? {
    guard (0x40...0x7E).contains(trail) || (0x80...0xFC).contains(trail) else { return nil }
    if (0xF0...0xF9).contains(lead) {
      // Characters of the user's own making: Windows keeps them in the private area.
      let column = UInt32(trail) - (trail < 0x7F ? 0x40 : 0x41)
      return 0xE000 + (UInt32(lead) - 0xF0) * 188 + column
    }
    return DoubleByteIndex.shiftJIS[lead, trail]
  }

  /// The character at a row and a column, each 0 to 93, of JIS X 0208.
  static func scalar(row: UInt8, column: UInt8) -> UInt32? {
    let pointer = Int(row) * 94 + Int(column)
    let lead = pointer / 188
    let trail = pointer % 188
    return DoubleByteIndex.shiftJIS[
      UInt8(lead + (lead < 0x1F ? 0x81 : 0xC1)), UInt8(trail + (trail < 0x3F ? 0x40 : 0x41))]
  }
}
