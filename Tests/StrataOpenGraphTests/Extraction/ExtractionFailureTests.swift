import Testing

@testable import StrataOpenGraph

@Suite("Pages that give no card")
struct ExtractionFailureTests {
  private func failure(_ body: [UInt8], _ contentType: String?) -> ExtractionFailure? {
    do throws(ExtractionFailure) {
      _ = try PageExtractor().extract(body, contentType: contentType, url: "https://example.com/")
      return nil
    } catch {
      return error
    }
  }

  private func failure(_ body: String, _ contentType: String?) -> ExtractionFailure? {
    failure(Array(body.utf8), contentType)
  }

  @Test("Empty bodies, whatever their type", arguments: ["", " \r\n\t"])
  func empty(body: String) {
    #expect(failure(body, "text/html") == .emptyBody)
    #expect(failure(body, nil) == .emptyBody)
  }

  @Test(
    "Types that are no page",
    arguments: [
      "text/plain", "application/json", "image/png", "application/octet-stream", "Text/CSS;a",
    ])
  func foreignTypes(type: String) {
    let essence = type.lowercased().split(separator: ";")[0]
    #expect(failure("<title>T</title>", type) == .foreignContentType(String(essence)))
  }

  @Test(
    "Types that are pages",
    arguments: [
      "text/html", "TEXT/HTML;x", "application/xhtml+xml", nil, "", "*/*", "unknown/unknown",
      "nonsense",
    ])
  func pageTypes(type: String?) {
    #expect(failure("<html><title>T</title></html>", type) == nil)
  }

  @Test("Binary files under a page's type, or none")
  func binary() {
    #expect(failure("%PDF-1.4", "text/html") == .otherContent("application/pdf"))
    #expect(failure([0x1F, 0x8B, 8, 0], "text/html") == .otherContent("application/x-gzip"))
    #expect(failure([0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10], nil) == .otherContent("image/png"))
    #expect(failure([0, 1, 2, 3, 0x3C, 0x70], nil) == .binaryContent)
  }

  @Test(
    "Feeds under a page's type",
    arguments: [
      (
        "<?xml version='1.0'?><!-- x --><rss version='2.0'><channel><title>T", "application/rss+xml"
      ),
      ("\u{FEFF}\n<feed xmlns='http://www.w3.org/2005/Atom'><title>T", "application/atom+xml"),
      (
        "<rdf:RDF xmlns='http://purl.org/rss/1.0/' xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>",
        "application/rss+xml"
      ),
    ])
  func feeds(body: String, type: String) {
    #expect(failure(body, "text/html") == .otherContent(type))
  }

  @Test("Text without a type is no page unless it begins like one")
  func sniffing() {
    #expect(failure("hello", nil) == .plainText)
    #expect(failure("hello <title>T</title>", nil) == .plainText)
    #expect(failure("<unknown>", nil) == .plainText)
    for page in ["<!doctype HTML>", "\n <HTML >", "<p>", "<!-- x", "\u{FEFF}<title>T"] {
      #expect(failure(page, nil) == nil, "\(page)")
    }
  }

  @Test("XML that is no XHTML")
  func foreignXML() {
    let feed = "<?xml version='1.0'?><rss><channel><title>T</title></channel></rss>"
    #expect(failure(feed, "application/xml") == .foreignDocument)
    #expect(failure(feed, "application/rss+xml") == .foreignContentType("application/rss+xml"))
    #expect(failure(feed, nil) == .foreignDocument)
  }

  @Test("oEmbed responses that are no JSON object", arguments: ["[]", "x", "\"t\"", "{\"title\":"])
  func oEmbed(body: String) {
    #expect(throws: ExtractionFailure.invalidJSON) {
      try OpenGraphData(oEmbed: Array(body.utf8), url: "https://e.com/")
    }
  }

  @Test("Each failure says what was found")
  func descriptions() {
    let failures: [ExtractionFailure] = [
      .emptyBody, .foreignContentType("a/b"), .otherContent("c/d"), .binaryContent,
      .plainText,
      .foreignDocument, .invalidJSON,
    ]
    #expect(Set(failures.map(\.description)).count == failures.count)
    #expect("\(ExtractionFailure.foreignContentType("a/b"))".contains("a/b"))
  }
}
