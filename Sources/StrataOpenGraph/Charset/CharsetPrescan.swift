/// The HTML standard's "prescan a byte stream to determine its encoding": a quick look for a meta
/// tag, or else an XML declaration, in the first bytes of a page, before anything is parsed.
struct CharsetPrescan {
  /// How many bytes the standard looks at.
  static let length = 1024

  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  /// The buffer must outlive the value.
  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.length))
  }

  /// What the page declares, or `nil`.
  mutating func encoding() -> TextEncoding? {
    if starts(with: [0x3C, 0, 0x3F, 0, 0x78, 0]) { return .utf16LE }
    if starts(with: [0, 0x3C, 0, 0x3F, 0, 0x78]) { return .utf16BE }
    return fromMeta() ?? xmlDeclaration()
  }

  private mutating func fromMeta() -> TextEncoding? {
    while position < bytes.count {
      defer { position += 1 }
      guard bytes[position] == 0x3C else { continue }
      if starts(with: Array("<!--".utf8)) {
        // The two dashes may be those of the comment's beginning: "<!-->" is a whole comment.
        position += 2
        skip(to: Array("-->".utf8))
      } else if startsMeta {
        position += 6
        if let found = metaEncoding() { return found }
      } else if startsTag {
        while let next = peek, !next.isHTMLSpace, next != 0x3E { position += 1 }
        while nextAttribute() != nil {}
      } else if let next = byte(at: position + 1), next == 0x21 || next == 0x2F || next == 0x3F {
        skip(to: [0x3E])
      }
    }
    return nil
  }

  /// Reads the attributes of a meta tag and decides.
  private mutating func metaEncoding() -> TextEncoding? {
    var seen: Set<String> = []
    var hasPragma = false
    var needsPragma: Bool?
    var charset: TextEncoding?
    while let (name, value) = nextAttribute() {
      guard seen.insert(name).inserted else { continue }
      switch name {
      case "http-equiv": hasPragma = value == "content-type"
      case "content":
        guard charset == nil, let found = Self.label(inContent: value) else { break }
        charset = TextEncoding(label: found)
        if charset != nil { needsPragma = true }
      case "charset":
        charset = TextEncoding(label: value)
        needsPragma = false
      default: break
      }
    }
    guard let needsPragma, let charset, !needsPragma || hasPragma else { return nil }
    return charset.declaredInside
  }

  /// The standard's "get an attribute": name and value in small letters, or `nil` at the tag's end.
  private mutating func nextAttribute() -> (name: String, value: String)? {
    while let next = peek, next.isHTMLSpace || next == 0x2F { position += 1 }
    guard let first = peek, first != 0x3E else { return nil }
    var name: [UInt8] = []
    while let next = peek, !(next == 0x3D && !name.isEmpty) {
      if next.isHTMLSpace || next == 0x2F || next == 0x3E { break }
      name.append(next.asciiLowercased)
      position += 1
    }
    while let next = peek, next.isHTMLSpace { position += 1 }
    guard peek == 0x3D else { return (String(decoding: name, as: UTF8.self), "") }
    position += 1
    while let next = peek, next.isHTMLSpace { position += 1 }
    var value: [UInt8] = []
    if let quote = peek, quote == 0x22 || quote == 0x27 {
      position += 1
      while let next = peek, next != quote {
        value.append(next.asciiLowercased)
        position += 1
      }
      if peek == nil { return nil }
      position += 1
    } else {
      while let next = peek, !next.isHTMLSpace, next != 0x3E {
        value.append(next.asciiLowercased)
        position += 1
      }
    }
    return (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
  }

  /// The standard's "get an XML encoding": the declaration must be the page's first bytes.
  func xmlDeclaration() -> TextEncoding? {
    guard bytes.starts(with: Array("<?xml".utf8)), let end = bytes.firstIndex(of: 0x3E) else {
      return nil
    }
    let text = bytes[..<end]
    guard var at = text.firstRange(of: Array("encoding".utf8))?.upperBound else { return nil }
    func skipSpace() { while at < end, bytes[at] <= 0x20 { at += 1 } }
    skipSpace()
    guard at < end, bytes[at] == 0x3D else { return nil }
    at += 1
    skipSpace()
    guard at < end, bytes[at] == 0x22 || bytes[at] == 0x27 else { return nil }
    guard let close = text[(at + 1)...].firstIndex(of: bytes[at]) else { return nil }
    let label = text[(at + 1)..<close]
    if label.contains(where: { $0 <= 0x20 }) { return nil }
    return TextEncoding(label: String(decoding: label, as: UTF8.self))?.declaredInside
  }

  /// The standard's "extracting a character encoding from a meta element".
  static func label(inContent content: String) -> String? {
    let text = Array(content.utf8)
    var at = 0
    func skipSpace() { while at < text.count, text[at].isHTMLSpace { at += 1 } }
    while let found = text[at...].firstRange(
      of: Array("charset".utf8), ignoringCase: true)
    {
      at = found.upperBound
      skipSpace()
      guard at < text.count, text[at] == 0x3D else { continue }
      at += 1
      skipSpace()
      guard at < text.count else { return nil }
      if text[at] == 0x22 || text[at] == 0x27 {
        guard let close = text[(at + 1)...].firstIndex(of: text[at]) else { return nil }
        return String(decoding: text[(at + 1)..<close], as: UTF8.self)
      }
      let end = text[at...].firstIndex { $0.isHTMLSpace || $0 == 0x3B } ?? text.count
      return String(decoding: text[at..<end], as: UTF8.self)
    }
    return nil
  }

  // MARK: Looking at bytes

  private var peek: UInt8? { byte(at: position) }

  private func byte(at index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  private func starts(with prefix: [UInt8]) -> Bool {
    bytes.count - position >= prefix.count && bytes[position...].starts(with: prefix)
  }

  private var startsMeta: Bool {
    guard let after = byte(at: position + 5), after.isHTMLSpace || after == 0x2F else {
      return false
    }
    return bytes[position + 1..<position + 5].map(\.asciiLowercased) == Array("meta".utf8)
  }

  private var startsTag: Bool {
    guard let next = byte(at: position + 1) else { return false }
    if next == 0x2F { return byte(at: position + 2)?.isASCIILetter ?? false }
    return next.isASCIILetter
  }

  /// Moves to the last byte of the next `mark`, or to the end.
  private mutating func skip(to mark: [UInt8]) {
    let found = bytes[position...].firstRange(of: mark)
    position = found.map { $0.upperBound - 1 } ?? bytes.count
  }
}

extension TextEncoding {
  /// What a declaration inside the page comes to. It was read as ASCII, so it can't mean UTF-16, and
  /// nobody means x-user-defined.
  var declaredInside: TextEncoding {
    if isUTF16 { return .utf8 }
    return self == .xUserDefined ? .windows1252 : self
  }
}

extension Collection where Element == UInt8, Index == Int {
  /// Where `mark` first occurs; with `ignoringCase`, `mark` must be in small letters.
  fileprivate func firstRange(of mark: [UInt8], ignoringCase: Bool = false) -> Range<Int>? {
    guard count >= mark.count else { return nil }
    for start in startIndex...(endIndex - mark.count) {
      let matches = mark.indices.allSatisfy {
        let byte = self[start + $0]
        return (ignoringCase ? byte.asciiLowercased : byte) == mark[$0]
      }
      if matches { return start..<start + mark.count }
    }
    return nil
  }
}
