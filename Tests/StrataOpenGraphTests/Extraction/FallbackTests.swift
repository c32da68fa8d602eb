import Testing

@testable import StrataOpenGraph

@Suite("Fallbacks")
struct FallbackTests {
  private func linkedData(_ json: String) -> String {
    "<script type='application/ld+json'>\(json)</script>"
  }

  @Test("Each field goes through the sources by itself: og, twitter, HTML, JSON-LD")
  func order() throws {
    let ld = linkedData(
      #"{"@type":"Article","headline":"L","description":"LD","image":"/l"}"#)
    let html = "<title>H</title><meta name=description content=HD><link rel=image_src href=/h>"
    let twitter =
      "<meta name=twitter:title content=T><meta name=twitter:description content=TD>"
      + "<meta name=twitter:image content=/t>"
    let open = og("og:title", "O") + og("og:description", "OD") + og("og:image", "/o")
    var head = ""
    for (part, title) in [(ld, "L"), (html, "H"), (twitter, "T"), (open, "O")] {
      head += part
      let data = try extract(head: head)
      #expect(data.title == title)
      #expect(data.description == title + "D")
      #expect(data.image?.url == "https://example.com/" + title.lowercased())
    }
  }

  @Test("The first tag with something visible counts")
  func firstVisible() throws {
    let data = try extract(
      head: og("og:title", " ") + og("og:title", "\u{200B}") + og("og:title", "A")
        + og("og:title", "B"))
    #expect(data.title == "A")
  }

  @Test("og:url before canonical; what is no web URL is skipped")
  func url() throws {
    let canonical = "<link rel='nofollow CANONICAL' href=/c>"
    #expect(try extract(head: canonical).url == "https://example.com/c")
    #expect(try extract(head: canonical + og("og:url", "mailto:x")).url == "https://example.com/c")
    let both = try extract(head: canonical + og("og:url", "javascript:x") + og("og:url", "/o"))
    #expect(both.url == "https://example.com/o")
    #expect(both.canonicalURL == "https://example.com/c")
  }

  @Test(
    "Things that are not what the page is about give no title",
    arguments: ["BreadcrumbList", "Organization", "WebSite", "ImageObject", "ListItem"])
  func ignoresSideThings(type: String) throws {
    let data = try extract(head: linkedData(#"{"@type":"\#(type)","name":"N"}"#))
    #expect(data.title == nil)
    #expect(data.siteName == (type == "WebSite" ? "N" : nil))
  }

  @Test(
    "JSON-LD is found in all its shapes",
    arguments: [
      #"{"@type":"Product","name":"N"}"#,
      #"[{"@type":"WebSite"},{"@type":["Thing","Product"],"name":"N"}]"#,
      #"{"@graph":[{"@type":"https://schema.org/Recipe","name":["N","M"]}]}"#,
      #"{"@type":"WebPage","name":"N"}"#,
      #"{"@type":"WebPage","mainEntity":{"@type":"Person","name":"N"}}"#,
      #"{"@type":"NewsArticle","headline":{"@value":"N"}}"#,
      #"<!-- {"@type":"Event","name":"N"} -->"#,
      "//<![CDATA[\n{\"@type\":\"Event\",\"name\":\"N\",}\n//]]>",
      #"{"@type":"Event","name":"N"};"#,
    ])
  func shapes(json: String) throws {
    #expect(try extract(head: linkedData(json)).title == "N")
  }

  @Test(
    "Pictures in JSON-LD are found in all their shapes",
    arguments: [
      #""/i""#, #"["/i","/j"]"#, #"{"@type":"ImageObject","url":"/i"}"#,
      #"{"contentUrl":"/i","width":10}"#,
      #"[{"url":["/i"]}]"#,
    ])
  func pictures(image: String) throws {
    let json = #"{"@type":"Article","headline":"H","image":\#(image)}"#
    #expect(try extract(head: linkedData(json)).image?.url == "https://example.com/i")
  }

  @Test("oEmbed is discovered in its JSON form, the first one")
  func oEmbed() throws {
    let link = "<link rel=alternate type='application/json+oembed; charset=utf-8' href=/o>"
    #expect(try extract(head: link).oEmbedURL == "https://example.com/o")
    #expect(
      try extract(head: "<link rel=alternate type=text/xml+oembed href=/x>").oEmbedURL == nil)
  }
}
