extension UInt8 {
  /// White space of the HTML standard: tab, line feed, form feed, carriage return and space.
  var isHTMLSpace: Bool {
    self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C
  }

  var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

  var isASCIIDigit: Bool { self &- 0x30 < 10 }

  /// The small letter for a capital of ASCII; everything else as it is.
  var asciiLowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}

extension StringProtocol {
  /// The same text with the capitals of ASCII, and no others, made small. HTML compares names so.
  var asciiLowercased: String {
    String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self)
  }

  /// The parts between runs of HTML's white space.
  var htmlTokens: [String] {
    utf8.split(whereSeparator: \.isHTMLSpace).map { String(decoding: $0, as: UTF8.self) }
  }
}
