import Foundation
import Testing

@testable import StrataOpenGraph

@Suite("Open Graph data")
struct OpenGraphDataTests {
  /// Data in which every field of every struct is filled.
  static let full: OpenGraphData = {
    var data = OpenGraphData()
    data.title = "Title “é” 😀"
    data.type = "article"
    data.url = "https://example.com/a"
    data.description = "Words"
    data.siteName = "Site"
    data.determiner = "the"
    data.locale = "en_GB"
    data.alternateLocales = ["fr_FR", "de_DE"]
    for (index, list) in [\OpenGraphData.images, \.videos, \.audios].enumerated() {
      var medium = OpenGraphData.Media(url: "https://example.com/\(index)")
      medium.secureURL = "https://secure.example.com/\(index)"
      medium.type = "x/y"
      medium.width = 1200
      medium.height = 630
      medium.alt = "Words for it"
      data[keyPath: list] = [medium, OpenGraphData.Media(url: "https://example.com/b")]
    }
    data.article = .init()
    data.article?.publishedTime = "2026-01-02T03:04:05Z"
    data.article?.modifiedTime = "2026-01-03"
    data.article?.expirationTime = "2027"
    data.article?.authors = ["A", "B"]
    data.article?.section = "News"
    data.article?.tags = ["x", "y"]
    data.book = .init()
    data.book?.authors = ["C"]
    data.book?.isbn = "978-3-16-148410-0"
    data.book?.releaseDate = "1999"
    data.book?.tags = ["z"]
    data.profile = .init()
    data.profile?.firstName = "F"
    data.profile?.lastName = "L"
    data.profile?.username = "fl"
    data.profile?.gender = "other"
    data.music = .init()
    data.music?.duration = 215
    var track = OpenGraphData.Track()
    track.url = "https://example.com/t"
    track.disc = 1
    track.track = 7
    data.music?.albums = [track]
    data.music?.songs = [track, track]
    data.music?.musicians = ["M"]
    data.music?.creators = ["N"]
    data.music?.releaseDate = "2001"
    data.video = .init()
    var actor = OpenGraphData.Actor()
    actor.profile = "P"
    actor.role = "R"
    data.video?.actors = [actor]
    data.video?.directors = ["D"]
    data.video?.writers = ["W"]
    data.video?.duration = 5400
    data.video?.releaseDate = "2002"
    data.video?.tags = ["v"]
    data.video?.series = "S"
    var icon = OpenGraphData.Icon()
    icon.url = "https://example.com/i.png"
    icon.isTouchIcon = true
    icon.type = "image/png"
    icon.width = 180
    icon.height = 180
    data.icons = [icon]
    data.canonicalURL = "https://example.com/c"
    data.oEmbedURL = "https://example.com/o"
    data.refresh = .init()
    data.refresh?.url = "https://example.com/r"
    data.refresh?.delay = 3
    data.refresh?.isForNoScript = true
    data.charset = "UTF-8"
    return data
  }()

  @Test("A copy that is changed leaves the other as it was")
  func copiesAreIndependent() {
    let original = Self.full
    var copy = original
    #expect(copy.storage === original.storage, "a copy is the same box until it changes")
    copy.title = "Other"
    copy.images[0].alt = nil
    #expect(original == Self.full)
    #expect(copy != original)
    #expect(OpenGraphData().title == nil)
  }

  @Test("Only title, description and pictures make a card")
  func isEmpty() {
    var data = OpenGraphData()
    #expect(data.isEmpty)
    data.siteName = "Site"
    #expect(data.isEmpty)
    data.images = [.init(url: "https://example.com/i")]
    #expect(!data.isEmpty)
  }

  @Test("JSON has the protocol's names, and nothing for what is not there")
  func json() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(OpenGraphData()), as: UTF8.self) == "{}")
    var data = OpenGraphData()
    data.siteName = "S"
    data.images = [.init(url: "u")]
    let text = String(decoding: try encoder.encode(data), as: UTF8.self)
    #expect(text == #"{"images":[{"url":"u"}],"site_name":"S"}"#)
  }

  @Test("JSON brings every field back")
  func jsonRoundTrip() throws {
    let bytes = try JSONEncoder().encode(Self.full)
    #expect(try JSONDecoder().decode(OpenGraphData.self, from: bytes) == Self.full)
  }

  @Test("Unknown keys in JSON are ignored")
  func jsonOfTheFuture() throws {
    let bytes = Data(#"{"title":"T","rating":5,"article":{"mood":"x"}}"#.utf8)
    let data = try JSONDecoder().decode(OpenGraphData.self, from: bytes)
    #expect(data.title == "T")
    #expect(data.article == OpenGraphData.Article())
  }
}
