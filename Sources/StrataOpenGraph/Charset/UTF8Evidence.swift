/// How much in some bytes speaks for UTF-8 and how much against it.
struct UTF8Evidence {
  /// Characters beyond ASCII that are well formed.
  private(set) var good = 0
  /// Sequences that are not. One that the end of the bytes cuts off doesn't count.
  private(set) var bad = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    var index = 0
    while index < bytes.count {
      // Eight ASCII bytes at a step: most of a page.
      while index + 8 <= bytes.count,
        bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        index += 8
      }
      guard index < bytes.count else { return }
      if bytes[index] < 0x80 {
        index += 1
        continue
      }
      let (length, isGood) = Self.sequence(bytes, at: index)
      index += length
      if isGood { good += 1 } else if index < bytes.count { bad += 1 }
    }
  }

  /// True for valid text, and for text in which a few bytes are bad among many good characters: no other
  /// encoding looks like that by chance.
  var isUTF8: Bool { bad == 0 || good >= 16 * bad }

  private static func sequence(
    _ bytes: UnsafeRawBufferPointer, at start: Int
  ) -> (length: Int, isGood: Bool) {
    let lead = bytes[start]
    var allowed: ClosedRange<UInt8> = 0x80...0xBF
    let need: Int
    switch lead {
    case 0xC2...0xDF: need = 1
    case 0xE0...0xEF:
      need = 2
      if lead == 0xE0 { allowed = 0xA0...0xBF }
      if lead == 0xED { allowed = 0x80...0x9F }
    case 0xF0...0xF4:
      need = 3
      if lead == 0xF0 { allowed = 0x90...0xBF }
      if lead == 0xF4 { allowed = 0x80...0x8F }
    default: return (1, false)
    }
    for offset in 1...need {
      guard start + offset < bytes.count, allowed.contains(bytes[start + offset]) else {
        return (offset, false)
      }
      allowed = 0x80...0xBF
    }
    return (need + 1, true)
  }
}
