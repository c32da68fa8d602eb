import Testing

@testable import StrataOpenGraph

@Suite(
  "Real pages",
  .enabled(
    if: RealPage.folder != nil,
    "The folder shared/pages is not there; set STRATA_SHARED to the folder that holds it."))
struct RealPageTests {
  private static let fields = [
    "title", "description", "image", "site_name", "type", "url", "images",
  ]

  /// Where we hold another value for the right one, and why.
  private static let disagreements = [
    // The page gives the same picture in two tags. A card has no use for it twice.
    "los-angeles-times.html images"
  ]

  @Test("Every field agrees with an independent parser, but for the known disagreements")
  func fieldsAgree() throws {
    #expect(RealPage.all.count == 45)
    var agreement: [String: Int] = [:]
    var differing: [String] = []
    for page in RealPage.all {
      let data = try PageExtractor().extract(page.bytes, contentType: "text/html", url: page.url)
      for name in Self.fields {
        if Self.field(name, of: data, like: page) == page.expected[name] ?? .null {
          agreement[name, default: 0] += 1
        } else {
          differing.append("\(page.file) \(name)")
        }
      }
    }
    for name in Self.fields {
      print("\(name): \(agreement[name] ?? 0) of \(RealPage.all.count) agree")
    }
    #expect(differing == Self.disagreements)
  }

  /// `images` lists only the first pictures that were expected.
  private static func field(_ name: String, of data: OpenGraphData, like page: RealPage)
    -> JSONValue
  {
    guard name == "images" else { return PreviewCase.field(name, of: data) }
    let count = page.expected[name]?.elements.count ?? 0
    return .array(data.images.prefix(count).map { .string($0.url) })
  }

  @Test("Every page survives the binary form")
  func survivesCoding() throws {
    for page in RealPage.all {
      let data = try PageExtractor().extract(page.bytes, contentType: "text/html", url: page.url)
      #expect(try OpenGraphData(binary: data.binary()) == data)
    }
  }
}
