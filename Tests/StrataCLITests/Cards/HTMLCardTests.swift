import Strata
import StrataOpenGraph
import Testing

@testable import StrataCLI

@Suite struct HTMLCardTests {
  private static let hostile = [
    "</h2><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)",
    "<!-- --><![CDATA[", "&lt;script&gt;", "</style></title><svg/onload=alert(1)>", "`${alert(1)}`",
    "javascript:alert(1)", "\u{0}\u{1B}[31m\u{7}", "&#60;b&#62;",
  ]

  /// The tags of HTML that is made of text and double-quoted attributes, as a browser would see them.
  private func tags(_ html: String) -> [String] {
    html.split(separator: "<").dropFirst().map { String($0.prefix { $0 != ">" }) }
  }

  @Test func itShowsWhatIsKnown() async throws {
    let html = HTMLCard(preview: try await PreviewExamples.card(PreviewExamples.data)).html
    #expect(html.contains("<a href=\"https://example.com/page\""))
    #expect(html.contains(">A title</h2>"))
    #expect(html.contains(">Some text.</p>"))
    #expect(html.contains(">A site</p>"))
    #expect(html.contains("lang=\"en-GB\""))
    #expect(html.contains("alt=\"A picture\" width=\"1200\" height=\"630\""))
  }

  @Test(arguments: hostile)
  func hostileTextsAddNoTagAndEndNoAttribute(_ text: String) async throws {
    let plain = try await PreviewExamples.card(PreviewExamples.data)
    var data = PreviewExamples.data
    data.title = text
    data.description = text
    data.siteName = text
    data.locale = text
    data.images[0].alt = text
    let html = HTMLCard(preview: try await PreviewExamples.card(data)).html
    let names = tags(html).map { $0.prefix { $0 != " " } }
    #expect(names == tags(HTMLCard(preview: plain).html).map { $0.prefix { $0 != " " } })
    for tag in tags(html) {
      #expect(tag.count { $0 == "\"" } % 2 == 0)
      #expect(!tag.contains("'") && !tag.contains("`"))
    }
    #expect(!html.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }

  @Test(arguments: [
    "http://example.com/a.png", "javascript:alert(1)", "data:image/png;base64,AAAA",
    "//example.com/a.png", "https://", " https://example.com/a.png", "ftp://example.com/a.png",
  ])
  func onlyPicturesByHTTPSAreShown(_ url: String) async throws {
    var data = PreviewExamples.data
    data.images = [OpenGraphData.Media(url: url)]
    let html = HTMLCard(preview: try await PreviewExamples.card(data)).html
    #expect(!html.contains("<img"))
  }

  @Test func thePictureByHTTPSIsTakenWhereThereIsOne() async throws {
    var data = PreviewExamples.data
    var image = OpenGraphData.Media(url: "http://example.com/a.png")
    image.secureURL = "https://example.com/\"b\".png"
    data.images = [OpenGraphData.Media(url: "http://example.com/c.png"), image]
    let html = HTMLCard(preview: try await PreviewExamples.card(data)).html
    #expect(html.contains("src=\"https://example.com/&quot;b&quot;.png\""))
  }

  @Test func theLinkGoesToThePageThatWasAskedFor() async throws {
    var data = PreviewExamples.data
    data.url = "https://elsewhere.example/"
    data.canonicalURL = "javascript:alert(1)"
    let html = HTMLCard(preview: try await PreviewExamples.card(data)).html
    #expect(html.contains("<a href=\"https://example.com/page\""))
    #expect(!html.contains("elsewhere") && !html.contains("javascript"))
  }

  @Test func whatIsNoWebAddressIsNoLink() {
    let preview = PreviewExamples.failed("javascript:alert(1)", CacheError(.absent, message: ""))
    #expect(!HTMLCard(preview: preview).html.contains("<a "))
  }

  @Test func aStaleCardSaysSo() async throws {
    let stale = try await PreviewExamples.card(PreviewExamples.data, stale: true)
    #expect(HTMLCard(preview: stale).html.contains("class=\"note\""))
  }

  @Test func thePageIsCompleteAndLoadsNothingButPictures() async throws {
    let page = HTMLPage.of([try await PreviewExamples.card(PreviewExamples.data)])
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
    #expect(page.contains("default-src 'none'; img-src https:"))
    #expect(page.contains("prefers-color-scheme: dark"))
    #expect(!page.contains("<script") && !page.contains("<link") && !page.contains("url("))
  }
}
