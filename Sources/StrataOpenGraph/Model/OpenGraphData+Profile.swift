extension OpenGraphData {
  /// What is known of a person.
  public struct Profile: Sendable, Equatable {
    /// The given name.
    public var firstName: String?

    /// The family name.
    public var lastName: String?

    /// The short, unique name on the site.
    public var username: String?

    /// As the page gives it.
    public var gender: String?

    /// Nothing known yet.
    public init() {}
  }
}

extension OpenGraphData.Profile: Codable {
  enum CodingKeys: String, CodingKey {
    case firstName = "first_name"
    case lastName = "last_name"
    case username
    case gender
  }
}

extension OpenGraphData.Profile: WireRecord {
  mutating func visit<V: WireVisitor>(_ visitor: inout V) throws(OpenGraphData.CodingError) {
    try visitor.text(1, &firstName)
    try visitor.text(2, &lastName)
    try visitor.text(3, &username)
    try visitor.text(4, &gender)
  }
}
