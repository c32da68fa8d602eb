import Testing

@testable import StrataOpenGraph

@Suite struct LoadingTargetTests {
  @Test func aURLIsTakenApartAsItWillBeUsed() throws {
    let target = try #require(LoadTarget("HTTP://Example.COM:80/a/../b?c#d"))
    #expect(target.url == "http://example.com/b?c" || target.url == "http://Example.COM/b?c")
    #expect(target.host == "example.com")
    #expect(target.port == 80)
    #expect(target.origin == "http://example.com:80")
    #expect(try #require(LoadTarget("https://[2001:DB8::1]/")).host == "2001:db8::1")
  }

  @Test func anInternationalHostIsInASCII() throws {
    for text in ["http://bücher.example/ä", "http://b%C3%BCcher.example/%C3%A4"] {
      let target = try #require(LoadTarget(text))
      #expect(target.host == "xn--bcher-kva.example")
      #expect(target.url.utf8.allSatisfy { $0 < 0x80 })
    }
    let base = try #require(LoadTarget("http://example.com/"))
    #expect(LoadTarget("//bücher.example/", relativeTo: base)?.host == "xn--bcher-kva.example")
  }

  @Test(
    arguments: [
      ("../x", "http://example.com/a/x"), ("?q", "http://example.com/a/b/c?q"),
      ("/x y", "http://example.com/x%20y"), ("//other.example/p", "http://other.example/p"),
      ("https://other.example", "https://other.example/"), ("#f", "http://example.com/a/b/c"),
    ])
  func referencesAreResolved(reference: String, url: String) throws {
    let base = try #require(LoadTarget("http://example.com/a/b/c"))
    #expect(LoadTarget(reference, relativeTo: base)?.url == url)
  }
}
