extension OpenGraphData {
  /// A song's place on an album.
  public struct Track: Sendable, Equatable {
    /// The album's or the song's address, as the page gives it.
    public var url: String = ""

    /// The number of the disc, from 1.
    public var disc: Int?

    /// The number of the track on the disc, from 1.
    public var track: Int?

    /// Nothing known yet.
    public init() {}
  }
}

extension OpenGraphData.Track: Codable {
  enum CodingKeys: String, CodingKey {
    case url
    case disc
    case track
  }
}

extension OpenGraphData.Track: WireRecord {
  mutating func visit<V: WireVisitor>(_ visitor: inout V) throws(OpenGraphData.CodingError) {
    try visitor.text(1, &url)
    try visitor.number(2, &disc)
    try visitor.number(3, &track)
  }
}
