/// Decides in which encoding a page is, in the order of the HTML standard.
struct CharsetSniffer {
  /// What is known before the page is parsed.
  struct Finding: Equatable {
    /// The encoding, or `nil` when nothing in the first bytes tells.
    let encoding: TextEncoding?
    /// True when no meta tag can change it any more: a byte order mark or the header told.
    let isCertain: Bool
    /// Bytes of the byte order mark, which is no part of the text.
    let markLength: Int
  }

  /// Byte order mark, then the header, then the first 1,024 bytes (in XML only their declaration).
  static func sniff(_ bytes: UnsafeRawBufferPointer, mediaType: MediaType) -> Finding {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      return Finding(encoding: .utf8, isCertain: true, markLength: 3)
    }
    if bytes.starts(with: [0xFE, 0xFF]) {
      return Finding(encoding: .utf16BE, isCertain: true, markLength: 2)
    }
    if bytes.starts(with: [0xFF, 0xFE]) {
      return Finding(encoding: .utf16LE, isCertain: true, markLength: 2)
    }
    if let encoding = mediaType.charset {
      return Finding(encoding: encoding, isCertain: true, markLength: 0)
    }
    var prescan = CharsetPrescan(bytes)
    let declared = mediaType.isXML ? prescan.xmlDeclaration() : prescan.encoding()
    return Finding(encoding: declared, isCertain: false, markLength: 0)
  }

  /// The last resort, for a page that declares nothing: UTF-8 if it is that, else what is usual for its
  /// language (or, failing that, for its country), else windows-1252.
  ///
  /// - Parameters:
  ///   - language: the `lang` of the page's root element.
  ///   - host: the page's host, whose last label may be a country's.
  static func guess(
    _ bytes: UnsafeRawBufferPointer, language: String?, host: String
  ) -> TextEncoding {
    if isJapaneseMail(bytes) { return .iso2022JP }
    if UTF8Evidence(bytes).isUTF8 { return .utf8 }
    let country = host.split(separator: ".").last.map(String.init) ?? ""
    let usual =
      language.flatMap(Self.usualEncoding(language:)) ?? usualEncoding(country: country)
      ?? .windows1252
    if usual == .shiftJIS || usual == .eucJP {
      // Two encodings were usual for Japanese. They read each other's text mostly as nothing.
      return errors(of: .eucJP, in: bytes) < errors(of: .shiftJIS, in: bytes) ? .eucJP : .shiftJIS
    }
    return usual
  }

  /// True when the seven-bit escapes to kanji occur, which are valid UTF-8 but never text.
  private static func isJapaneseMail(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var position = 0
    while position + 2 < bytes.count, let found = bytes[position...].firstIndex(of: 0x1B) {
      guard found + 2 < bytes.count else { return false }
      if bytes[found + 1] == 0x24, bytes[found + 2] == 0x42 || bytes[found + 2] == 0x40 {
        return true
      }
      position = found + 1
    }
    return false
  }

  private static func errors(of encoding: TextEncoding, in bytes: UnsafeRawBufferPointer) -> Int {
    let sample = UnsafeRawBufferPointer(rebasing: bytes.prefix(64 * 1024))
    let text = encoding.decode(sample)
    var count = 0
    var index = 0
    while let found = text[index...].firstIndex(of: 0xEF) {
      if found + 2 < text.count, text[found + 1] == 0xBF, text[found + 2] == 0xBD { count += 1 }
      index = found + 1
    }
    return count
  }
}
