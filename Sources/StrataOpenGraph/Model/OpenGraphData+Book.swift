extension OpenGraphData {
  /// What is known of a book.
  public struct Book: Sendable, Equatable {
    /// Its writers: names or addresses of profiles.
    public var authors: [String] = []

    /// Its ISBN, as the page writes it.
    public var isbn: String?

    /// When it came out, ISO 8601 as a rule.
    public var releaseDate: String?

    /// Words that describe it.
    public var tags: [String] = []

    /// Nothing known yet.
    public init() {}
  }
}

extension OpenGraphData.Book: Codable {
  enum CodingKeys: String, CodingKey {
    case authors
    case isbn
    case releaseDate = "release_date"
    case tags
  }

  /// Reads what `encode(to:)` wrote; what is missing is `nil` or empty.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    authors = try container.decodeIfPresent([String].self, forKey: .authors) ?? []
    isbn = try container.decodeIfPresent(String.self, forKey: .isbn)
    releaseDate = try container.decodeIfPresent(String.self, forKey: .releaseDate)
    tags = try container.decodeIfPresent([String].self, forKey: .tags) ?? []
  }

  /// Writes the fields that are there.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(authors.nilIfEmpty, forKey: .authors)
    try container.encodeIfPresent(isbn, forKey: .isbn)
    try container.encodeIfPresent(releaseDate, forKey: .releaseDate)
    try container.encodeIfPresent(tags.nilIfEmpty, forKey: .tags)
  }
}

extension OpenGraphData.Book: WireRecord {
  mutating func visit<V: WireVisitor>(_ visitor: inout V) throws(OpenGraphData.CodingError) {
    try visitor.texts(1, &authors)
    try visitor.text(2, &isbn)
    try visitor.text(3, &releaseDate)
    try visitor.texts(4, &tags)
  }
}
