extension OpenGraphData {
  /// A person who plays in a video.
  public struct Actor: Sendable, Equatable {
    /// The address of a profile, or a name.
    public var profile: String = ""

    /// The role played.
    public var role: String?

    /// Nothing known yet.
    public init() {}
  }
}

extension OpenGraphData.Actor: Codable {
  enum CodingKeys: String, CodingKey {
    case profile
    case role
  }
}

extension OpenGraphData.Actor: WireRecord {
  mutating func visit<V: WireVisitor>(_ visitor: inout V) throws(OpenGraphData.CodingError) {
    try visitor.text(1, &profile)
    try visitor.text(2, &role)
  }
}
