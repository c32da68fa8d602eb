/// Text with styles, for a terminal; without them anywhere else.
///
/// Pages, URLs and messages come from strangers, and a terminal does what control characters say: they are
/// taken out of every piece when it is written, and only styles add any.
struct StyledText: Sendable, ExpressibleByStringLiteral {
  private(set) var spans: [(text: String, styles: [Style])]

  init(_ text: String, _ styles: Style...) {
    spans = [(text, styles)]
  }

  init(stringLiteral text: String) { self.init(text) }

  static func + (left: StyledText, right: StyledText) -> StyledText {
    var sum = left
    sum.spans += right.spans
    return sum
  }

  static func + (left: StyledText, right: String) -> StyledText { left + StyledText(right) }

  /// How many columns it takes.
  var width: Int { spans.reduce(0) { $0 + DisplayWidth.of($1.text) } }

  func rendered(withStyles isStyled: Bool) -> String {
    spans.map { text, styles in
      let text = Self.harmless(text)
      guard isStyled, !styles.isEmpty, !text.isEmpty else { return text }
      return "\u{1B}[\(styles.map(\.rawValue).joined(separator: ";"))m\(text)\u{1B}[0m"
    }.joined()
  }

  /// The text without control characters, but for line ends.
  static func harmless(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHarmful) else { return text }
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { kept.append(isHarmful(scalar) ? "\u{FFFD}" : scalar) }
    return String(kept)
  }

  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control && scalar != "\n"
  }
}
