import Testing

@testable import StrataOpenGraph

@Suite("Hostile pages")
struct HostilePageTests {
  private static let types = ["text/html", "application/xhtml+xml", nil]

  @Test("Random damage never ends the process", arguments: 0..<4)
  func survivesDamage(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let pages = try PreviewCase.all.filter { $0.id != "yt02" }.map { try $0.bytes }
    for page in pages {
      for _ in 0..<6 {
        var damaged = page
        for _ in 0..<Int.random(in: 1...10, using: &random) {
          let at = Int.random(in: 0...damaged.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0 where at < damaged.count: damaged[at] = UInt8.random(in: 0...255, using: &random)
          case 1: damaged.insert(UInt8.random(in: 0...255, using: &random), at: at)
          case 2:
            damaged.insert(contentsOf: pages.randomElement(using: &random)!.prefix(80), at: at)
          default: damaged.removeSubrange(at..<min(damaged.count, at + 3))
          }
        }
        extract(damaged, Self.types.randomElement(using: &random)!)
        _ = try? OpenGraphData(oEmbed: damaged, url: "https://example.com/")
      }
    }
  }

  @Test("A page may be cut off anywhere")
  func survivesCuts() throws {
    for preview in PreviewCase.all where preview.id != "yt02" {
      let bytes = try preview.bytes
      for end in stride(from: 0, to: bytes.count, by: 7) {
        extract(Array(bytes[..<end]), preview.contentType)
      }
    }
  }

  @Test("Random bytes are no trouble", arguments: Self.types)
  func survivesNoise(type: String?) {
    var random = SeededGenerator(seed: 3)
    for length in 0..<500 {
      extract((0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }, type)
    }
  }

  /// Each of these is bad for some parser: quadratic in gumbo or libxml2, recursive, or a regular
  /// expression's nightmare.
  private static let floods: [(name: String, start: String, unit: String, end: String)] = [
    ("nested elements", "", "<div>", ""), ("misnested formatting", "", "<a><b>", ""),
    ("adoption agency", "<p>", "<b><p></b>", ""), ("open tags", "", "<a", ""),
    ("signs", "", "<", ""),
    ("open end tags", "", "</", ""), ("open comments", "", "<!--", ""),
    ("open quotes", "", "<a b=\"", ""),
    ("attributes", "<meta ", "a b=c ", ">"),
    ("meta tags", "", "<meta name=description content=' '>", ""),
    ("drawings", "", "<svg>", ""), ("drawings in titles", "", "<svg><title>", ""),
    ("formulas", "", "<math><mi>", ""), ("templates", "", "<template>", ""),
    ("end tags in a drawing", "<svg>" + String(repeating: "<g>", count: 200), "</x>", ""),
    ("scripts", "", "<script>", ""), ("escaped scripts", "<script>", "<!--<script>", ""),
    ("a long title", "<title>", "ab ", ""), ("marks", "<title>a", "\u{301}", ""),
    ("references", "<title>", "&amp", ""),
    ("property terms", "<meta property='", "og:title ", "' content=x>"),
    ("open JSON", "<script type=application/ld+json>", "[", "</script>"),
    ("JSON escapes", "<script type=application/ld+json>[\"", "\\u0041", "\"]</script>"),
    ("an endless host", "<meta property=og:image content='http://", "ü", "/'>"),
    ("parent steps", "<meta property=og:image content='", "../", "'>"),
    ("escapes of ISO-2022-JP", "<meta charset=iso-2022-jp>", "\u{1B}$B", ""),
    ("tables", "", "<table><tr><td>", ""), ("bases", "", "<base href=/x>", ""),
  ]

  @Test("Time grows with the size of the page, not with its square", arguments: Self.floods.indices)
  func takesLinearTime(index: Int) {
    let flood = Self.floods[index]
    func page(_ size: Int) -> [UInt8] {
      let count = size / flood.unit.utf8.count
      return Array((flood.start + String(repeating: flood.unit, count: count) + flood.end).utf8)
    }
    let clock = ContinuousClock()
    for type in ["text/html", "application/xhtml+xml"] {
      let large = page(400_000)
      // A quadratic parser takes a minute or more for this; a debug build under a sanitizer on a busy machine must
      // have room all the same.
      #expect(clock.measure { extract(large, type) } < .seconds(15), "\(flood.name), \(type)")
    }
  }

  private func extract(_ bytes: [UInt8], _ contentType: String?) {
    _ = try? PageExtractor().extract(
      bytes, contentType: contentType, url: "https://example.com/a/b")
  }
}
