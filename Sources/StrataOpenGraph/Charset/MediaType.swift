/// A `Content-Type` header, read by the MIME Sniffing Standard: leniently, and never failing.
struct MediaType: Equatable, Sendable {
  /// Type and subtype in small letters, such as `text/html`; empty when the header has none.
  let essence: String

  /// The encoding that the first `charset` parameter names, when its label is known.
  let charset: TextEncoding?

  /// - Parameter header: the header's value; several values joined by commas count as their first.
  init(_ header: String?) {
    let bytes = Array((header ?? "").utf8)
    let end = bytes.firstIndex { $0 == 0x3B || $0 == 0x2C } ?? bytes.count  // ";" or ","
    let type = String(decoding: bytes[..<end], as: UTF8.self).htmlTokens.first ?? ""
    essence = type.contains("/") ? type.asciiLowercased : ""
    charset = Self.charset(in: bytes[end...])
  }

  /// True for a type that says nothing, for which the bytes are asked.
  var isUnknown: Bool {
    essence.isEmpty || essence == "*/*" || essence == "unknown/unknown"
      || essence == "application/unknown"
  }

  /// True for what is parsed as XML.
  var isXML: Bool {
    essence == "application/xhtml+xml" || essence == "application/xml" || essence == "text/xml"
  }

  private static func charset(in parameters: ArraySlice<UInt8>) -> TextEncoding? {
    var rest = parameters
    while let semicolon = rest.firstIndex(of: 0x3B) {
      rest = rest[(semicolon + 1)...].drop(while: \.isHTMLSpace)
      let nameEnd = rest.firstIndex { $0 == 0x3D || $0 == 0x3B } ?? rest.endIndex
      let name = String(decoding: rest[..<nameEnd], as: UTF8.self)
      rest = rest[nameEnd...]
      guard rest.first == 0x3D else { continue }
      let value = takeValue(&rest)
      if name.asciiLowercased == "charset" { return TextEncoding(label: value) }
    }
    return nil
  }

  /// The value after the "=" that `rest` begins with: quoted, with escapes, or up to the next ";".
  private static func takeValue(_ rest: inout ArraySlice<UInt8>) -> String {
    rest = rest.dropFirst()
    guard rest.first == 0x22 else {
      let end = rest.firstIndex(of: 0x3B) ?? rest.endIndex
      defer { rest = rest[end...] }
      return String(decoding: rest[..<end], as: UTF8.self)
    }
    rest = rest.dropFirst()
    var value: [UInt8] = []
    while let byte = rest.popFirst(), byte != 0x22 {
      value.append(byte == 0x5C ? rest.popFirst() ?? byte : byte)
    }
    return String(decoding: value, as: UTF8.self)
  }
}
