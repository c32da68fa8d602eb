import Testing

@testable import StrataOpenGraph

@Suite("How far a page has to be read")
struct ReadingProgressTests {
  private let extractor = PageExtractor()
  private let head =
    "<!DOCTYPE html><meta charset=utf-8>" + og("og:title", "T") + og("og:description", "D")
    + og("og:image", "/i") + og("og:url", "/") + og("og:type", "article") + og("og:site_name", "S")
    + "<link rel=icon href=/f>"

  private func needsMore(_ page: String, _ contentType: String? = "text/html") -> Bool {
    extractor.needsMore(than: Array(page.utf8), contentType: contentType)
  }

  @Test("A full head is enough once it is over")
  func fullHead() {
    #expect(needsMore(head))
    #expect(needsMore(head + "</head>"))
    #expect(needsMore(head + "<script>if (a<body>b)"))
    #expect(!needsMore(head + "</head><body>"))
    #expect(!needsMore(head + "<p>"))
  }

  @Test("A head that lacks something wants the rest")
  func poorHead() {
    #expect(needsMore("<title>T</title><body><p>"))
  }

  @Test("A page that doesn't name its charset is read to the end")
  func undeclared() {
    let page = head.replacing("<meta charset=utf-8>", with: "") + "<p>"
    #expect(needsMore(page))
    #expect(!needsMore(page, "text/html; charset=utf-8"))
  }

  @Test("What is no page is not read on, what isn't there yet is")
  func foreign() {
    #expect(!needsMore("%PDF-1.4", "text/html"))
    #expect(!needsMore("{}", "application/json"))
    #expect(needsMore("", "text/html"))
    #expect(needsMore("<ht", nil))
    #expect(needsMore("<html>", "application/xhtml+xml"))
  }

  @Test("The page limit ends it in any case")
  func limit() {
    var limits = ExtractionLimits()
    limits.pageBytes = 10
    #expect(
      !PageExtractor(limits: limits).needsMore(
        than: Array("<title>long".utf8), contentType: "text/html"))
  }

  @Test(
    "Real pages: what is read so far gives the whole page's card",
    .enabled(if: RealPage.folder != nil))
  func realPages() throws {
    var early = 0
    for page in RealPage.all {
      var size = 4096
      while size < page.bytes.count,
        extractor.needsMore(than: Array(page.bytes[..<size]), contentType: "text/html")
      {
        size *= 2
      }
      guard size < page.bytes.count else { continue }
      early += 1
      let part = try extractor.extract(
        Array(page.bytes[..<size]), contentType: "text/html", url: page.url)
      let whole = try extractor.extract(page.bytes, contentType: "text/html", url: page.url)
      #expect(part == whole, "\(page.file)")
    }
    #expect(early > 20)
  }
}
