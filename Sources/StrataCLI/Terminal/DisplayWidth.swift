/// How many columns of a terminal text takes: two for East Asian wide characters and emoji.
enum DisplayWidth {
  static func of(_ text: String) -> Int { text.reduce(0) { $0 + of($1) } }

  static func of(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if first.value < 0x300 { return 1 }
    if first.properties.isEmojiPresentation || isWide(first.value) { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }

  /// The text cut to so many columns, with an ellipsis where something is left out.
  static func cut(_ text: String, to columns: Int) -> String {
    guard of(text) > columns else { return text }
    var kept = ""
    var used = 0
    for character in text {
      let width = of(character)
      guard used + width < columns else { break }
      kept.append(character)
      used += width
    }
    return "\(kept)…"
  }

  /// The text with spaces up to so many columns.
  static func pad(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(columns - of(text), 0))
  }

  /// The blocks that Unicode's EastAsianWidth.txt marks as wide, coarsely.
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
