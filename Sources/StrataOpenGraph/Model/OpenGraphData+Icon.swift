extension OpenGraphData {
  /// One of the site's icons.
  public struct Icon: Sendable, Equatable {
    /// Where it is to be had.
    public var url: String = ""

    /// True for `apple-touch-icon`: square, opaque, 180 pixels as a rule.
    public var isTouchIcon: Bool = false

    /// Its MIME type, as the page gives it.
    public var type: String?

    /// The greatest width in pixels that `sizes` names; nil for `any` or when unknown.
    public var width: Int?

    /// The height that goes with `width`.
    public var height: Int?

    /// Nothing known yet.
    public init() {}
  }
}

extension OpenGraphData.Icon: Codable {
  enum CodingKeys: String, CodingKey {
    case url
    case isTouchIcon = "is_touch_icon"
    case type
    case width
    case height
  }
}

extension OpenGraphData.Icon: WireRecord {
  mutating func visit<V: WireVisitor>(_ visitor: inout V) throws(OpenGraphData.CodingError) {
    try visitor.text(1, &url)
    try visitor.flag(2, &isTouchIcon)
    try visitor.text(3, &type)
    try visitor.number(4, &width)
    try visitor.number(5, &height)
  }
}
