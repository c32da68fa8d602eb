extension OpenGraphData {
  /// What is known of an article. Times are as the page gives them, ISO 8601 as a rule.
  public struct Article: Sendable, Equatable {
    /// When it was first published.
    public var publishedTime: String?

    /// When it was last changed.
    public var modifiedTime: String?

    /// When it goes out of date.
    public var expirationTime: String?

    /// Its writers: names or addresses of profiles.
    public var authors: [String] = []

    /// The part of the site that it belongs to.
    public var section: String?

    /// Words that describe it.
    public var tags: [String] = []

    /// Nothing known yet.
    public init() {}
  }
}

extension OpenGraphData.Article: Codable {
  enum CodingKeys: String, CodingKey {
    case publishedTime = "published_time"
    case modifiedTime = "modified_time"
    case expirationTime = "expiration_time"
    case authors
    case section
    case tags
  }

  /// Reads what `encode(to:)` wrote; what is missing is `nil` or empty.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    publishedTime = try container.decodeIfPresent(String.self, forKey: .publishedTime)
    modifiedTime = try container.decodeIfPresent(String.self, forKey: .modifiedTime)
    expirationTime = try container.decodeIfPresent(String.self, forKey: .expirationTime)
    authors = try container.decodeIfPresent([String].self, forKey: .authors) ?? []
    section = try container.decodeIfPresent(String.self, forKey: .section)
    tags = try container.decodeIfPresent([String].self, forKey: .tags) ?? []
  }

  /// Writes the fields that are there.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(publishedTime, forKey: .publishedTime)
    try container.encodeIfPresent(modifiedTime, forKey: .modifiedTime)
    try container.encodeIfPresent(expirationTime, forKey: .expirationTime)
    try container.encodeIfPresent(authors.nilIfEmpty, forKey: .authors)
    try container.encodeIfPresent(section, forKey: .section)
    try container.encodeIfPresent(tags.nilIfEmpty, forKey: .tags)
  }
}

extension OpenGraphData.Article: WireRecord {
  mutating func visit<V: WireVisitor>(_ visitor: inout V) throws(OpenGraphData.CodingError) {
    try visitor.text(1, &publishedTime)
    try visitor.text(2, &modifiedTime)
    try visitor.text(3, &expirationTime)
    try visitor.texts(4, &authors)
    try visitor.text(5, &section)
    try visitor.texts(6, &tags)
  }
}
