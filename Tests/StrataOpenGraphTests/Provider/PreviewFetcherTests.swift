import Strata
import StrataOpenGraph
import StrataTesting
import Testing

/// What a card is made of when a page alone does not tell.
@Suite struct PreviewFetcherTests {
  private let pages = RecordedPages()
  private let url = "https://example.com/"

  private func card(_ url: String? = nil) async throws -> OpenGraphData {
    let previews = OpenGraphProvider(NoCacheManager(), loader: pages)
    return try await previews.data(for: url ?? self.url)
  }

  private func refresh(to address: String, delay: Int = 0) -> String {
    "<meta http-equiv=refresh content='\(delay); url=\(address)'>"
  }

  @Test func aSignpostIsLeftForWhatItPointsTo() async throws {
    pages.body(url, refresh(to: "/there"))
    pages.page("https://example.com/there", title: "There")
    #expect(try await card().title == "There")
  }

  @Test func aSignpostToNowhereIsStillAPage() async throws {
    pages.body(url, "<title>Moved</title>" + refresh(to: "/gone"))
    #expect(try await card().title == "Moved")
  }

  @Test func signpostsInACircleEnd() async throws {
    pages.body(url, "<title>A</title>" + refresh(to: "/b"))
    pages.body("https://example.com/b", "<title>B</title>" + refresh(to: "/"))
    #expect(try await card().title == "B")
    #expect(pages.count == 2)
  }

  @Test func atMostTwoSignpostsAreFollowed() async throws {
    for step in 0..<5 {
      pages.body(
        step == 0 ? url : "https://example.com/\(step)",
        "<title>\(step)</title>" + refresh(to: "/\(step + 1)"))
    }
    #expect(try await card().title == "2")
    #expect(pages.count == 3)
  }

  @Test func aPageThatIsMeantToBeSeenFirstIsNotLeft() async throws {
    pages.body(url, "<title>Read me</title>" + refresh(to: "/there", delay: 6))
    #expect(try await card().title == "Read me")
    #expect(pages.count == 1)
  }

  @Test func oEmbedAddsWhatThePageDoesNotTell() async throws {
    pages.body(
      url,
      """
      <title>Own title</title>
      <link rel=alternate type=application/json+oembed href=/oembed>
      """)
    pages.on("https://example.com/oembed") {
      PageResponse(
        url: $0.url, headers: HTTPHeaders([("content-type", "application/json")]),
        body: Array(
          """
          {"version":"1.0","type":"link","title":"Its title","provider_name":"Site",
           "thumbnail_url":"https://example.com/t.jpg","thumbnail_width":80,"thumbnail_height":60}
          """.utf8))
    }
    let data = try await card()
    #expect(data.title == "Own title")
    #expect(data.siteName == "Site")
    #expect(data.image?.url == "https://example.com/t.jpg")
    #expect(data.image?.width == 80)
  }

  @Test(arguments: [
    "https://www.youtube.com/watch?v=abc_DEF-123", "https://youtu.be/abc_DEF-123?t=4",
    "https://m.youtube.com/shorts/abc_DEF-123", "https://www.youtube.com/embed/abc_DEF-123",
    "https://youtube.com/live/abc_DEF-123", "https://www.youtube-nocookie.com/v/abc_DEF-123",
  ])
  func youTubeIsAskedByOEmbedWhateverTheAddress(_ address: String) async throws {
    pages.on(
      "https://www.youtube.com/oembed?format=json"
        + "&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3Dabc_DEF-123"
    ) {
      PageResponse(
        url: $0.url, headers: HTTPHeaders([("content-type", "application/json")]),
        body: Array(#"{"type":"video","title":"A film","provider_name":"YouTube"}"#.utf8))
    }
    let data = try await card(address)
    #expect(data.title == "A film")
    #expect(data.url == "https://www.youtube.com/watch?v=abc_DEF-123")
    #expect(pages.count == 1)
  }

  @Test func whereOEmbedFailsThePageAnswers() async throws {
    let address = "https://www.youtube.com/watch?v=abc"
    pages.page(address, title: "From the page")
    #expect(try await card(address).title == "From the page")
    #expect(pages.count == 2)
  }

  @Test func contentThatIsNoPageIsATypedReason() async throws {
    pages.on(url) {
      PageResponse(
        url: $0.url, headers: HTTPHeaders([("content-type", "text/html")]),
        body: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13])
    }
    let error = await #expect(throws: CacheError.self) { try await card() }
    #expect(error?.code == .absent)
  }
}
