/// Makes a page's text fit for one line of a card.
enum TextCleaner {
  /// `text` with white space folded, controls and bidirectional overrides removed, and cut to `limit`
  /// grapheme clusters, the last of which is then "…"; `nil` when nothing visible is left.
  static func clean(_ text: String, limit: Int) -> String? {
    if isPlain(text, limit: limit) { return text.isEmpty ? nil : text }
    let keepsIsolates = hasBalancedIsolates(text)
    // What is cut off in any case need not be cleaned: a title may be a megabyte of anything.
    let enough = byteLimit(limit)
    var result = ""
    var needsSpace = false
    var isVisible = false
    for scalar in text.unicodeScalars {
      if scalar.isASCII ? scalar.value <= 0x20 : scalar.properties.isWhitespace {
        needsSpace = needsSpace || isSpace(scalar) && !result.isEmpty
        continue
      }
      if isDropped(scalar, keepsIsolates: keepsIsolates) { continue }
      if needsSpace { result.unicodeScalars.append(" ") }
      needsSpace = false
      result.unicodeScalars.append(scalar)
      isVisible =
        isVisible || scalar.isASCII || !scalar.properties.isDefaultIgnorableCodePoint
      if result.utf8.count > enough { break }
    }
    return isVisible ? cut(result, limit: limit) : nil
  }

  /// The bytes that so many characters may have: letters with a pile of marks are no reason to store
  /// kilobytes.
  private static func byteLimit(_ limit: Int) -> Int { limit * 8 + 64 }

  /// False for the controls among the scalars up to a space, which vanish without a trace.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value > 0x20 || scalar.value == 0x20 || (0x09...0x0D).contains(scalar.value)
  }

  /// True for short ASCII text that is clean as it is: most of what there is.
  private static func isPlain(_ text: String, limit: Int) -> Bool {
    var previous: UInt8 = 0x20
    var count = 0
    for byte in text.utf8 {
      if byte < 0x20 || byte > 0x7E || (byte == 0x20 && previous == 0x20) { return false }
      previous = byte
      count += 1
    }
    return count <= limit && (count == 0 || previous != 0x20)
  }

  private static func isDropped(_ scalar: Unicode.Scalar, keepsIsolates: Bool) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true
    // Embeddings and overrides: left open, they would reverse what stands around the card.
    case 0x202A...0x202E: true
    case 0x2066...0x2069: !keepsIsolates
    case 0xFEFF, 0xFFF9...0xFFFB: true
    case 0xFDD0...0xFDEF: true
    default: scalar.value & 0xFFFE == 0xFFFE
    }
  }

  private static func hasBalancedIsolates(_ text: String) -> Bool {
    var depth = 0
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x2066...0x2068: depth += 1
      case 0x2069:
        depth -= 1
        if depth < 0 { return false }
      default: break
      }
    }
    return depth == 0
  }

  /// Cuts between grapheme clusters, and where the bytes get too many. Text that begins with a cluster
  /// beyond that bound is no text.
  private static func cut(_ text: String, limit: Int) -> String? {
    let byteLimit = byteLimit(limit)
    if text.utf8.count <= limit { return text }
    var end = text.startIndex
    var lastButOne = end
    var count = 0
    var bytes = 0
    while end < text.endIndex {
      let next = text.index(after: end)
      bytes += text.utf8.distance(from: end, to: next)
      if count == limit || bytes > byteLimit {
        let kept = count == limit ? text[..<lastButOne] : text[..<end]
        guard !kept.isEmpty else { return nil }
        return String(kept) + "…"
      }
      lastButOne = end
      end = next
      count += 1
    }
    return text
  }
}
