import Testing

@testable import StrataOpenGraph

@Suite("How far a page has to be read")
struct PageHeadTests {
  private let head =
    "<!DOCTYPE html><meta charset=utf-8>" + og("og:title", "T") + og("og:description", "D")
    + og("og:image", "/i") + og("og:url", "/") + og("og:type", "article") + og("og:site_name", "S")
    + "<link rel=icon href=/f>"

  private func isEnough(_ page: String) -> Bool {
    Array(page.utf8).withUnsafeBytes(PageHead.isEnough)
  }

  @Test("A full head is enough once it is over")
  func fullHead() {
    #expect(!isEnough(head))
    #expect(!isEnough(head + "</head>"))
    #expect(!isEnough(head + "<script>if (a<body>b)"))
    #expect(isEnough(head + "</head><body>"))
    #expect(isEnough(head + "<p>"))
  }

  @Test("A head that lacks something wants the rest")
  func poorHead() {
    #expect(!isEnough(""))
    #expect(!isEnough("<title>T</title><body><p>"))
  }

  @Test(
    "Real pages: what is read so far gives the whole page's card",
    .enabled(if: RealPage.folder != nil))
  func realPages() throws {
    let extractor = PageExtractor()
    var early = 0
    for page in RealPage.all {
      var size = 4096
      while size < page.bytes.count,
        !page.bytes[..<size].withUnsafeBytes(PageHead.isEnough)
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
