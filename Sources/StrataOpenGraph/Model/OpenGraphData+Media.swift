extension OpenGraphData {
  /// A picture, a video or a sound, with the structured properties that belong to it.
  public struct Media: Sendable, Equatable {
    /// Where it is to be had.
    public var url: String = ""

    /// Where it is to be had over https, when the page names that apart.
    public var secureURL: String?

    /// Its MIME type, as the page gives it.
    public var type: String?

    /// Width in pixels; positive.
    public var width: Int?

    /// Height in pixels; positive.
    public var height: Int?

    /// What it shows, in words (not a caption).
    public var alt: String?

    /// A piece of media of which only the address is known.
    public init(url: String) { self.url = url }

    init() {}
  }
}

extension OpenGraphData.Media: Codable {
  enum CodingKeys: String, CodingKey {
    case url
    case secureURL = "secure_url"
    case type
    case width
    case height
    case alt
  }
}

extension OpenGraphData.Media: WireRecord {
  mutating func visit<V: WireVisitor>(_ visitor: inout V) throws(OpenGraphData.CodingError) {
    try visitor.text(1, &url)
    try visitor.text(2, &secureURL)
    try visitor.text(3, &type)
    try visitor.number(4, &width)
    try visitor.number(5, &height)
    try visitor.text(6, &alt)
  }
}
