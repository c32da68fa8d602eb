@testable import StrataOpenGraph

/// The data of a page whose head is `head`.
func extract(
  head: String, body: String = "", url: String = "https://example.com/post/1"
) throws -> OpenGraphData {
  let page = "<!DOCTYPE html><html><head>\(head)</head><body>\(body)</body></html>"
  return try PageExtractor().extract(Array(page.utf8), contentType: "text/html", url: url)
}

/// A meta tag of the Open Graph protocol.
func og(_ name: String, _ content: String) -> String {
  "<meta property=\"\(name)\" content=\"\(content)\">"
}
