extension OpenGraphData {
  /// A redirect by `meta http-equiv=refresh`.
  public struct Refresh: Sendable, Equatable {
    /// Where the page leads.
    public var url: String = ""

    /// Seconds to wait before following.
    public var delay: Int?

    /// True when it stands in a `noscript` element: browsers that run scripts don't follow it.
    public var isForNoScript: Bool = false

    /// Nothing known yet.
    public init() {}
  }
}

extension OpenGraphData.Refresh: Codable {
  enum CodingKeys: String, CodingKey {
    case url
    case delay
    case isForNoScript = "is_for_no_script"
  }
}

extension OpenGraphData.Refresh: WireRecord {
  mutating func visit<V: WireVisitor>(_ visitor: inout V) throws(OpenGraphData.CodingError) {
    try visitor.text(1, &url)
    try visitor.number(2, &delay)
    try visitor.flag(3, &isForNoScript)
  }
}
