import Testing

@testable import StrataOpenGraph

@Suite("Pictures, videos and sounds")
struct MediaTests {
  @Test("Structured properties belong to the root tag before them")
  func bindsProperties() throws {
    let data = try extract(
      head: og("og:image", "/a") + og("og:image:width", "10") + og("og:image", "/b")
        + og("og:image:alt", "B") + og("og:video", "/v") + og("og:video:width", "99")
        + og("og:image:height", "20"))
    #expect(data.images.map(\.url) == ["https://example.com/a", "https://example.com/b"])
    #expect(data.images.map(\.width) == [10, nil])
    #expect(data.images.map(\.height) == [nil, 20])
    #expect(data.images.map(\.alt) == [nil, "B"])
    #expect(data.videos.map(\.width) == [99])
  }

  @Test("Properties before the only picture are given to it, but never to one of several")
  func bindsOrphans() throws {
    let orphan = og("og:image:width", "10")
    #expect(try extract(head: orphan + og("og:image", "/a")).image?.width == 10)
    let two = try extract(head: orphan + og("og:image", "/a") + og("og:image", "/b"))
    #expect(two.images.map(\.width) == [nil, nil])
  }

  @Test("One picture under three names is one")
  func mergesNames() throws {
    let data = try extract(
      head: og("og:image:url", "/a") + og("og:image", "/a")
        + og("og:image:secure_url", "https://s.example.com/a") + og("og:image:type", "image/png"))
    #expect(data.images.count == 1)
    #expect(data.image?.secureURL == "https://s.example.com/a")
    #expect(data.image?.type == "image/png")
    let secureOnly = try extract(head: og("og:image:secure_url", "/s"))
    #expect(secureOnly.image?.url == "https://example.com/s")
  }

  @Test(
    "Sizes are positive numbers of pixels",
    arguments: [
      ("640", 640), ("640px", 640), (" 640.5 ", 640), ("0", nil), ("-3", nil), ("auto", nil),
      ("50%", nil),
      ("99999999", nil), ("", nil),
    ])
  func sizes(text: String, width: Int?) throws {
    let data = try extract(head: og("og:image", "/a") + og("og:image:width", text))
    #expect(data.image?.width == width)
  }

  @Test(
    "Addresses that are no picture are left out, and the next one counts",
    arguments: [
      "data:image/png;base64,x", "blob:x", "javascript:x", "#", "", "about:blank", "http://",
    ])
  func skipsUnusable(reference: String) throws {
    let data = try extract(head: og("og:image", reference) + og("og:image", "/real"))
    #expect(data.images.map(\.url) == ["https://example.com/real"])
    let twitter = "<meta name=twitter:image content=/t>"
    #expect(
      try extract(head: og("og:image", reference) + twitter).image?.url == "https://example.com/t")
  }

  @Test("Lists are bounded, and a property beyond the bound goes nowhere")
  func boundsLists() throws {
    let many = (0..<100).map { og("og:image", "/\($0)") + og("og:image:width", "\($0 + 1)") }
    let data = try extract(head: many.joined())
    #expect(data.images.count == 32)
    #expect(data.images.last?.width == 32)
  }

  @Test("URLs beyond the limit are left out, not cut")
  func skipsLongURLs() throws {
    let long = "/" + String(repeating: "a", count: 9000)
    #expect(try extract(head: og("og:image", long)).image == nil)
  }

  @Test("Twitter's pictures have their properties too")
  func twitter() throws {
    let data = try extract(
      head: "<meta name=twitter:image:src content=/t><meta name=twitter:image:alt content=Alt>")
    #expect(data.image?.url == "https://example.com/t")
    #expect(data.image?.alt == "Alt")
  }

  @Test("Icons come with their sizes, touch icons marked")
  func icons() throws {
    let data = try extract(
      head:
        "<link rel='shortcut icon' href=/f.ico><link rel=icon sizes='16x16 32X32' type=image/png "
        + "href=/p><link rel=apple-touch-icon-precomposed href=/t><link rel=icon href=data:,x>"
        + "<link rel=mask-icon href=/m><link rel=icon sizes=any href=/v.svg>")
    #expect(
      data.icons.map(\.url) == ["/f.ico", "/p", "/t", "/v.svg"].map { "https://example.com" + $0 })
    #expect(data.icons.map(\.isTouchIcon) == [false, false, true, false])
    #expect(data.icons[1].width == 32)
    #expect(data.icons[1].type == "image/png")
    #expect(data.icons[3].width == nil)
  }
}
