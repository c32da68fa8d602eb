// Writes an HTML page with a link card for each URL that is given.
//
//     swift run LinkCardPage https://example.com/ https://swift.org/ > cards.html
import Strata
import StrataLMDB
import StrataOpenGraph

@main
enum LinkCardPage {
  static func main() async throws {
    let previews = OpenGraphProvider(
      try TieredCacheManager<OpenGraphData> {
        MemoryCacheManager()
        try LMDBCacheManager(directory: ".strata-cache/link-cards", codec: OpenGraphCodec())
      })
    var page = "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>Links</title>\n"
    // snippet: cards
    for url in CommandLine.arguments.dropFirst() {
      do throws(CacheError) {
        page += card(try await previews.data(for: url), of: url)
      } catch {
        // No card is no reason not to show the link.
        page += card(OpenGraphData(), of: url)
      }
    }
    // end snippet
    print(page)
    try await previews.close()
  }

  /// What a page says is text from strangers: it is escaped, and only https pictures are shown.
  static func card(_ data: OpenGraphData, of url: String) -> String {
    let isLink = url.hasPrefix("https://") || url.hasPrefix("http://")
    var html = "<article>\n"
    if let image = data.image, let source = image.secureURL ?? image.url as String?,
      source.hasPrefix("https://")
    {
      let alt = escaped(image.alt ?? "")
      html += "<img src=\"\(escaped(source))\" alt=\"\(alt)\" height=\"120\">\n"
    }
    let title = escaped(data.title ?? url)
    html += isLink ? "<h2><a href=\"\(escaped(url))\">\(title)</a></h2>\n" : "<h2>\(title)</h2>\n"
    if let text = data.description { html += "<p>\(escaped(text))</p>\n" }
    return html + "</article>\n"
  }

  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { safe, character in
      switch character {
      case "&": safe += "&amp;"
      case "<": safe += "&lt;"
      case ">": safe += "&gt;"
      case "\"": safe += "&quot;"
      default: safe.append(character)
      }
    }
  }
}
