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
    self.text = String(text.prefix(200))
    self.message = message
  }

  public var description: String { "invalid URL, \(part.rawValue): \(message) [\(text)]" }
}
