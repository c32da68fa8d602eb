/// Why a page gives no card.
public enum ExtractionFailure: Error, Equatable, Sendable {
  /// The body is empty, or nothing but white space.
  case emptyBody
  /// The server says that this is something else than a page; its MIME type is given.
  case foreignContentType(String)
  /// The bytes tell that they are something else than a page, whatever the server says: a picture, a
  /// compressed file, a feed. Its MIME type is given.
  case otherContent(String)
  /// The server doesn't say what this is, and it holds bytes that no text has.
  case binaryContent
  /// The server doesn't say what this is, and it looks like plain text.
  case plainText
  /// The document is XML, but no XHTML.
  case foreignDocument
  /// An oEmbed response that is no JSON object.
  case invalidJSON
}

extension ExtractionFailure: CustomStringConvertible {
  /// A sentence that says what was found in place of a page.
  public var description: String {
    switch self {
    case .emptyBody: "The page is empty."
    case .foreignContentType(let type): "The server sent \(type), which is no page."
    case .otherContent(let type): "The server sent bytes of the type \(type), which is no page."
    case .binaryContent: "The server sent binary data, which is no page."
    case .plainText: "The server sent text that holds no markup and doesn't name its type."
    case .foreignDocument: "The document is XML, but its root element isn't html."
    case .invalidJSON: "The oEmbed response is no JSON object."
    }
  }
}
