/// An `http` or `https` URL taken apart, each part in normal form, by the URL Standard's rules for special
/// schemes.
struct URLParts {
  let scheme: String
  let host: String
  let port: Int?
  let path: String
  let query: String?

  init(_ text: String) throws(CacheKeyError) {
    guard text.utf8.count <= URLNormalization.lengthLimit else {
      throw CacheKeyError(
        .length, in: text, "it has \(text.utf8.count) bytes, the limit is 8192")
    }
    let trimmed = text.trimmingSpaces()
    if let control = trimmed.unicodeScalars.first(where: {
      $0.properties.generalCategory == .control
    }) {
      let code = String(control.value, radix: 16, uppercase: true)
      throw CacheKeyError(
        .character, in: text, "it has the control character U+\(code); remove or escape it")
    }
    let (scheme, rest) = try Self.splitScheme(trimmed, of: text)
    self.scheme = scheme

    // Scalars, not characters: a mark after a delimiter would hide it.
    let withoutFragment = rest.unicodeScalars.prefix { $0 != "#" }
    let authorityEnd =
      withoutFragment.firstIndex { $0 == "/" || $0 == "\\" || $0 == "?" }
      ?? withoutFragment.endIndex
    let authority = Substring(withoutFragment[..<authorityEnd])
    guard !authority.unicodeScalars.contains("@") else {
      throw CacheKeyError(
        .credentials, in: text,
        "it carries a user name or password; leave them out")
    }
    let (hostText, port) = try Self.splitPort(authority, scheme: scheme, of: text)
    host = try HostName.normalized(hostText, in: text)
    self.port = port

    let afterAuthority = withoutFragment[authorityEnd...]
    let pathText = afterAuthority.prefix { $0 != "?" }
    path = Self.normalizedPath(Substring(pathText))
    query =
      pathText.endIndex == afterAuthority.endIndex
      ? nil
      : PercentEncoding.normalized(
        Substring(afterAuthority[afterAuthority.index(after: pathText.endIndex)...]),
        isAllowed: PercentEncoding.isAllowedInQuery)
  }

  private static func splitScheme(
    _ text: Substring, of whole: String
  ) throws(CacheKeyError) -> (String, Substring) {
    guard let colon = text.unicodeScalars.firstIndex(of: ":"),
      text[..<colon].utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "/") })
    else {
      throw CacheKeyError(.scheme, in: whole, "it has none; begin it with https:// or http://")
    }
    let scheme = text[..<colon].lowercased()
    guard scheme == "http" || scheme == "https" else {
      throw CacheKeyError(.scheme, in: whole, "\"\(scheme)\" is neither http nor https")
    }
    let rest = text.unicodeScalars[colon...].dropFirst().drop { $0 == "/" || $0 == "\\" }
    return (scheme, Substring(rest))
  }

  private static func splitPort(
    _ authority: Substring, scheme: String, of whole: String
  ) throws(CacheKeyError) -> (Substring, Int?) {
    let scalars = authority.unicodeScalars
    guard scalars.first != "[" || scalars.contains("]") else {
      throw CacheKeyError(.host, in: whole, "the bracket of \(authority) is not closed")
    }
    let searchStart = scalars.lastIndex(of: "]") ?? scalars.startIndex
    guard let colon = scalars[searchStart...].lastIndex(of: ":") else { return (authority, nil) }
    let digits = Substring(scalars[colon...].dropFirst())
    let host = authority[..<colon]
    if digits.isEmpty { return (host, nil) }
    guard digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let port = Int(digits),
      port <= 65_535
    else {
      throw CacheKeyError(.port, in: whole, "\"\(digits)\" is no number from 0 to 65535")
    }
    let isDefault = port == (scheme == "http" ? 80 : 443)
    return (host, isDefault ? nil : port)
  }

  /// The path with dot segments resolved (`%2e` counts as a dot) and escapes in normal form.
  private static func normalizedPath(_ text: Substring) -> String {
    var segments: [String] = []
    let pieces = text.unicodeScalars.dropFirst().split(omittingEmptySubsequences: false) {
      $0 == "/" || $0 == "\\"
    }.map { Substring($0) }
    for (index, piece) in pieces.enumerated() {
      let isLast = index == pieces.count - 1
      switch piece.lowercased().replacingDotEscapes() {
      case ".": if isLast { segments.append("") }
      case "..":
        if !segments.isEmpty { segments.removeLast() }
        if isLast { segments.append("") }
      default:
        segments.append(
          PercentEncoding.normalized(piece, isAllowed: PercentEncoding.isAllowedInPath))
      }
    }
    return "/" + segments.joined(separator: "/")
  }
}

extension String {
  fileprivate func trimmingSpaces() -> Substring {
    var trimmed = self[...]
    while let first = trimmed.first, first == " " { trimmed.removeFirst() }
    while let last = trimmed.last, last == " " { trimmed.removeLast() }
    return trimmed
  }

  fileprivate func replacingDotEscapes() -> String {
    // Segments that could be a dot segment are at most six bytes long.
    guard utf8.count <= 6 else { return self }
    return split(separator: "%2e", omittingEmptySubsequences: false).joined(separator: ".")
  }
}
