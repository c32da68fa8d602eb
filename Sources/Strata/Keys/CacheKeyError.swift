/// Why a text is no URL that can be a key.
public struct CacheKeyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The part of the URL at fault.
  public enum Part: String, Hashable, Sendable {
    case length, character, scheme, credentials, host, port
  }

  /// The part at fault.
  public let part: Part
  /// The text as given, cut to 200 characters.
  public let text: String
  /// What is wrong with it, and what would be right.
  public let message: String

  init(_ part: Part, in text: some StringProtocol, _ message: String) {
    self.part = part
    self.text = Self.withoutCredentials(text)
    self.message = message
  }

  /// The text's first 200 characters, with dots for whatever stands before an at sign in the part that may
  /// be a host's: errors go into logs.
  private static func withoutCredentials(_ given: some StringProtocol) -> String {
    let text = String(given)
    let scalars = text.unicodeScalars
    let end = authorityEnd(scalars)
    guard let sign = scalars[..<end].lastIndex(of: "@") else { return String(text.prefix(200)) }
    // A colon within a password ends no scheme.
    let scheme = ["https:", "http:", "ftp:"].first { text.lowercased().hasPrefix($0) }
    let kept = scheme.map { "\($0)//…" } ?? "…"
    return String((kept + String(scalars[sign...])).prefix(200))
  }

  /// Where a host would end: at the first slash, query or fragment behind the slashes that begin it.
  private static func authorityEnd(_ scalars: String.UnicodeScalarView) -> String.Index {
    let isSlash = { (scalar: Unicode.Scalar) in scalar == "/" || scalar == "\\" }
    let firstSlash = scalars.firstIndex(where: isSlash) ?? scalars.startIndex
    let start = scalars[firstSlash...].firstIndex { !isSlash($0) } ?? scalars.endIndex
    return scalars[start...].firstIndex { isSlash($0) || $0 == "?" || $0 == "#" }
      ?? scalars.endIndex
  }

  public var description: String { "invalid URL, \(part.rawValue): \(message) [\(text)]" }
}
