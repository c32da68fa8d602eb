/// Why a text is no duration.
public struct DurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text as given, cut to 100 characters.
  public let text: String
  /// What is wrong with it, and what would be right.
  public let message: String

  init(_ text: some StringProtocol, _ message: String) {
    self.text = String(text.prefix(100))
    self.message = message
  }

  public var description: String { "\"\(text)\" \(message)" }
}
