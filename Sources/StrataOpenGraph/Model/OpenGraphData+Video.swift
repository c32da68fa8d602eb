extension OpenGraphData {
  /// What is known of a film, an episode or another video.
  public struct Video: Sendable, Equatable {
    /// Who plays in it.
    public var actors: [Actor] = []

    /// Who directed it: addresses of profiles, or names.
    public var directors: [String] = []

    /// Who wrote it.
    public var writers: [String] = []

    /// Length in seconds.
    public var duration: Int?

    /// When it came out, ISO 8601 as a rule.
    public var releaseDate: String?

    /// Words that describe it.
    public var tags: [String] = []

    /// The series that an episode belongs to.
    public var series: String?

    /// Nothing known yet.
    public init() {}
  }
}

extension OpenGraphData.Video: Codable {
  enum CodingKeys: String, CodingKey {
    case actors
    case directors
    case writers
    case duration
    case releaseDate = "release_date"
    case tags
    case series
  }

  /// Reads what `encode(to:)` wrote; what is missing is `nil` or empty.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    actors = try container.decodeIfPresent([OpenGraphData.Actor].self, forKey: .actors) ?? []
    directors = try container.decodeIfPresent([String].self, forKey: .directors) ?? []
    writers = try container.decodeIfPresent([String].self, forKey: .writers) ?? []
    duration = try container.decodeIfPresent(Int.self, forKey: .duration)
    releaseDate = try container.decodeIfPresent(String.self, forKey: .releaseDate)
    tags = try container.decodeIfPresent([String].self, forKey: .tags) ?? []
    series = try container.decodeIfPresent(String.self, forKey: .series)
  }

  /// Writes the fields that are there.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(actors.nilIfEmpty, forKey: .actors)
    try container.encodeIfPresent(directors.nilIfEmpty, forKey: .directors)
    try container.encodeIfPresent(writers.nilIfEmpty, forKey: .writers)
    try container.encodeIfPresent(duration, forKey: .duration)
    try container.encodeIfPresent(releaseDate, forKey: .releaseDate)
    try container.encodeIfPresent(tags.nilIfEmpty, forKey: .tags)
    try container.encodeIfPresent(series, forKey: .series)
  }
}

extension OpenGraphData.Video: WireRecord {
  mutating func visit<V: WireVisitor>(_ visitor: inout V) throws(OpenGraphData.CodingError) {
    try visitor.records(1, &actors)
    try visitor.texts(2, &directors)
    try visitor.texts(3, &writers)
    try visitor.number(4, &duration)
    try visitor.text(5, &releaseDate)
    try visitor.texts(6, &tags)
    try visitor.text(7, &series)
  }
}
