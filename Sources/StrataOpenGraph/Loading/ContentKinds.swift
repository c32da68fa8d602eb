/// Groups of content types that a load accepts.
public struct ContentKinds: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// `text/html` and `application/xhtml+xml`. An answer without a content type is accepted when its
  /// first character that is not white space is `<`.
  public static let html = ContentKinds(rawValue: 1)

  /// `application/json`, `text/json`, anything `+json`, and JavaScript types, under which some
  /// oEmbed providers send JSON.
  public static let json = ContentKinds(rawValue: 2)

  /// `image/*`, `application/octet-stream`, or no type at all: pictures go by their magic number.
  public static let image = ContentKinds(rawValue: 4)

  /// `text/plain` or no type at all, as for robots.txt.
  public static let plainText = ContentKinds(rawValue: 8)

  /// Everything, with or without a type.
  public static let any = ContentKinds(rawValue: 0xff)

  enum Verdict {
    case accepted
    case refused
    /// No type was given: look whether the body begins like markup.
    case sniff
  }

  func verdict(on contentType: String?) -> Verdict {
    if self == .any { return .accepted }
    guard let mime = contentType.map(Self.essence), !mime.isEmpty else {
      if contains(.image) || contains(.plainText) { return .accepted }
      return contains(.html) ? .sniff : .refused
    }
    return accepts(mime: mime) ? .accepted : .refused
  }

  private func accepts(mime: String) -> Bool {
    if contains(.html), Self.htmlTypes.contains(mime) { return true }
    if contains(.json), Self.jsonTypes.contains(mime) || mime.hasSuffix("+json") { return true }
    if contains(.image), mime.hasPrefix("image/") || mime == "application/octet-stream" {
      return true
    }
    return contains(.plainText) && mime == "text/plain"
  }

  /// The type and subtype in lower case, without parameters.
  static func essence(_ contentType: String) -> String {
    let end = contentType.firstIndex(of: ";") ?? contentType.endIndex
    return contentType[..<end].trimmedHTTPSpace.lowercased()
  }

  private static let htmlTypes: Set<String> = [
    "text/html", "application/xhtml+xml", "application/vnd.wap.xhtml+xml",
  ]

  private static let jsonTypes: Set<String> = [
    "application/json", "text/json", "text/javascript", "application/javascript",
    "application/x-javascript", "application/json+oembed",
  ]

  /// The Accept header that asks for these kinds. The last part keeps servers from answering 406
  /// where they know the page by another type.
  var acceptHeader: String {
    if self == .any { return "*/*" }
    var parts: [String] = []
    if contains(.html) { parts += ["text/html", "application/xhtml+xml"] }
    if contains(.json) { parts.append("application/json") }
    if contains(.image) { parts += ["image/avif", "image/webp", "image/*"] }
    if contains(.plainText) { parts.append("text/plain") }
    return (parts + ["*/*;q=0.1"]).joined(separator: ",")
  }
}
