/// The MIME Sniffing Standard's "rules for distinguishing if a resource is a feed or HTML".
enum FeedSniffer {
  /// The type of a feed that is sent as HTML, or `nil` for everything else.
  static func feedType(of bytes: UnsafeRawBufferPointer) -> String? {
    var rest = bytes.prefix(1445)
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    while true {
      rest = rest.drop(while: \.isHTMLSpace)
      guard rest.first == 0x3C else { return nil }
      rest = rest.dropFirst()
      if rest.starts(with: "!--".utf8) {
        guard let end = skip(rest.dropFirst(3), past: "-->") else { return nil }
        rest = end
      } else if rest.first == 0x21 {
        guard let end = skip(rest, past: ">") else { return nil }
        rest = end
      } else if rest.first == 0x3F {
        guard let end = skip(rest, past: "?>") else { return nil }
        rest = end
      } else {
        break
      }
    }
    if rest.starts(with: "rss".utf8) { return "application/rss+xml" }
    if rest.starts(with: "feed".utf8) { return "application/atom+xml" }
    let isRSS1 =
      rest.starts(with: "rdf:RDF".utf8) && skip(rest, past: "http://purl.org/rss/1.0/") != nil
      && skip(rest, past: "http://www.w3.org/1999/02/22-rdf-syntax-ns#") != nil
    return isRSS1 ? "application/rss+xml" : nil
  }

  private static func skip(
    _ bytes: Slice<UnsafeRawBufferPointer>, past mark: String
  ) -> Slice<UnsafeRawBufferPointer>? {
    var rest = bytes
    while !rest.isEmpty {
      if rest.starts(with: mark.utf8) { return rest.dropFirst(mark.utf8.count) }
      rest = rest.dropFirst()
    }
    return nil
  }
}
