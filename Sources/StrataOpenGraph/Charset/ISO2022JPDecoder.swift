/// The standard's ISO-2022-JP decoder: seven-bit text whose meaning escape sequences switch.
struct ISO2022JPDecoder {
  private enum CharacterSet { case ascii, roman, katakana, kanji }

  func decode(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var sink = UTF8Sink(capacity: bytes.count * 3 / 2)
    var set = CharacterSet.ascii
    var position = 0
    // Two escapes in a row are an error: they could hide text from whoever looks at the bytes.
    var hasOutput = true
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == 0x1B {
        guard let next = Self.escape(bytes, at: position) else {
          sink.appendReplacement()
          hasOutput = true
          continue
        }
        position += 2
        set = next
        if !hasOutput { sink.appendReplacement() }
        hasOutput = false
        continue
      }
      hasOutput = true
      switch set {
      case .ascii where byte < 0x80 && byte != 0x0E && byte != 0x0F:
        sink.append(ascii: byte)
      case .roman where byte < 0x80 && byte != 0x0E && byte != 0x0F:
        sink.append(byte == 0x5C ? 0xA5 : byte == 0x7E ? 0x203E : UInt32(byte))
      case .katakana where (0x21...0x5F).contains(byte):
        sink.append(0xFF61 - 0x21 + UInt32(byte))
      case .kanji where (0x21...0x7E).contains(byte):
        guard position < bytes.count, bytes[position] != 0x1B else {
          sink.appendReplacement()
          break
        }
        let trail = bytes[position]
        position += 1
        if (0x21...0x7E).contains(trail),
          let scalar = ShiftJISDecoder.scalar(row: byte - 0x21, column: trail - 0x21)
        {
          sink.append(scalar)
        } else {
          sink.appendReplacement()
        }
      default:
        sink.appendReplacement()
      }
    }
    return sink.bytes
  }

  /// The set that the two bytes after an escape character choose.
  private static func escape(_ bytes: UnsafeRawBufferPointer, at position: Int) -> CharacterSet? {
    guard position + 1 < bytes.count else { return nil }
    switch (bytes[position], bytes[position + 1]) {
    case (0x28, 0x42): return .ascii
    case (0x28, 0x4A): return .roman
    case (0x28, 0x49): return .katakana
    case (0x24, 0x40), (0x24, 0x42): return .kanji
    default: return nil
    }
  }
}
