extension StringProtocol {
  /// Without spaces, tabs and line ends on both sides: the white space of HTTP.
  var trimmedHTTPSpace: SubSequence {
    let isSpace: (Character) -> Bool = {
      $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\n" || $0 == "\r\n"
    }
    guard let first = firstIndex(where: { !isSpace($0) }),
      let last = lastIndex(where: { !isSpace($0) })
    else { return self[endIndex...] }
    return self[first...last]
  }

  /// Equality of bytes, with A to Z and a to z taken as the same.
  func equalsIgnoringASCIICase(_ other: some StringProtocol) -> Bool {
    utf8.elementsEqual(other.utf8) { $0.lowercasedASCII == $1.lowercasedASCII }
  }

  /// Whether it can stand in a header field: no control character, so no line end and no NUL.
  var isHeaderValue: Bool {
    utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7f) }
  }
}

extension UInt8 {
  var lowercasedASCII: UInt8 {
    self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
  }
}
