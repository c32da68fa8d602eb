import Testing

@testable import StrataOpenGraph

@Suite("Web URLs")
struct WebURLTests {
  /// Fixtures/urls.json: reference, base, result, as made by another implementation of the standard (ada,
  /// in Node.js); `null` for what is refused and for other schemes. Left out: names that mix letters beyond
  /// ASCII with punctuation, which libidn2 refuses and ada takes.
  @Test("Resolves references as browsers do")
  func resolvesAsBrowsersDo() throws {
    let rows = try Fixture.json("urls.json")
    #expect(rows.count > 2900)
    for row in rows {
      let (input, base, href) = (row.elements[0].string!, row.elements[1].string, row.elements[2])
      let result = WebURL(input, base: base.flatMap { WebURL($0) })?.href
      #expect(result == href.string, "\(String(reflecting: input)) on \(base ?? "nothing")")
    }
  }

  @Test("A URL that was written is read as the same again")
  func isStable() throws {
    for preview in PreviewCase.all {
      let url = try #require(WebURL(preview.url))
      #expect(WebURL(url.href) == url)
    }
  }

  @Test("The caret is escaped in paths, as the standard has had it since 2024")
  func escapesCaret() {
    #expect(WebURL("https://e.com/a^b?c^d#e^f")?.href == "https://e.com/a%5Eb?c^d#e^f")
  }

  @Test("Endless host names are refused, not converted")
  func refusesEndlessHosts() {
    #expect(WebURL("https://" + String(repeating: "ü", count: 100_000) + "/") == nil)
  }
}
