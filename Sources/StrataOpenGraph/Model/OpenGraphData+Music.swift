extension OpenGraphData {
  /// What is known of a song, an album, a playlist or a radio station.
  public struct Music: Sendable, Equatable {
    /// Length in seconds.
    public var duration: Int?

    /// The albums that a song is on, with its place in each.
    public var albums: [Track] = []

    /// The songs of an album or a playlist, with their places.
    public var songs: [Track] = []

    /// Who made it: addresses of profiles, or names.
    public var musicians: [String] = []

    /// Who put a playlist or a station together.
    public var creators: [String] = []

    /// When it came out, ISO 8601 as a rule.
    public var releaseDate: String?

    /// Nothing known yet.
    public init() {}
  }
}

extension OpenGraphData.Music: Codable {
  enum CodingKeys: String, CodingKey {
    case duration
    case albums
    case songs
    case musicians
    case creators
    case releaseDate = "release_date"
  }

  /// Reads what `encode(to:)` wrote; what is missing is `nil` or empty.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    duration = try container.decodeIfPresent(Int.self, forKey: .duration)
    albums = try container.decodeIfPresent([OpenGraphData.Track].self, forKey: .albums) ?? []
    songs = try container.decodeIfPresent([OpenGraphData.Track].self, forKey: .songs) ?? []
    musicians = try container.decodeIfPresent([String].self, forKey: .musicians) ?? []
    creators = try container.decodeIfPresent([String].self, forKey: .creators) ?? []
    releaseDate = try container.decodeIfPresent(String.self, forKey: .releaseDate)
  }

  /// Writes the fields that are there.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(duration, forKey: .duration)
    try container.encodeIfPresent(albums.nilIfEmpty, forKey: .albums)
    try container.encodeIfPresent(songs.nilIfEmpty, forKey: .songs)
    try container.encodeIfPresent(musicians.nilIfEmpty, forKey: .musicians)
    try container.encodeIfPresent(creators.nilIfEmpty, forKey: .creators)
    try container.encodeIfPresent(releaseDate, forKey: .releaseDate)
  }
}

extension OpenGraphData.Music: WireRecord {
  mutating func visit<V: WireVisitor>(_ visitor: inout V) throws(OpenGraphData.CodingError) {
    try visitor.number(1, &duration)
    try visitor.records(2, &albums)
    try visitor.records(3, &songs)
    try visitor.texts(4, &musicians)
    try visitor.texts(5, &creators)
    try visitor.text(6, &releaseDate)
  }
}
