/// Reads the card of a page out of its bytes.
///
/// ```swift
/// let extractor = PageExtractor()
/// let data = try extractor.extract(bytes, contentType: "text/html", url: "https://example.com/a")
/// ```
///
/// The charset is found by the HTML standard's order, the markup is read by the rules of the HTML standard
/// (XHTML, by its content type, by those of XML), and each field comes from the first source that has it:
/// Open Graph, then Twitter's tags, then ordinary HTML, then JSON-LD. Docs/OpenGraph.md has the table.
///
/// The time is linear in the number of bytes for any input, nothing is fetched, and the extractor has no
/// state: use one for all threads.
public struct PageExtractor: Sendable {
  /// How much of a page is read and kept.
  public let limits: ExtractionLimits

  let htmlReader: any MarkupReader

  /// An extractor with the given limits.
  public init(limits: ExtractionLimits = .init()) {
    self.init(limits: limits, htmlReader: HTMLReader())
  }

  init(limits: ExtractionLimits = .init(), htmlReader: any MarkupReader) {
    self.limits = limits
    self.htmlReader = htmlReader
  }

  /// Reads a page that came whole, or up to a limit of the loader's: one that is cut off inside a tag
  /// gives what stands before.
  ///
  /// - Parameters:
  ///   - bytes: the body, with its Content-Encoding undone.
  ///   - contentType: the header's value as it came, or `nil` when there was none.
  ///   - url: the address that the body came from, after redirects.
  /// - Throws: `ExtractionFailure` when the bytes are no page. A page that says nothing is no failure:
  ///   its data are empty (`OpenGraphData.isEmpty`).
  public func extract(
    _ bytes: [UInt8], contentType: String?, url: String
  ) throws(ExtractionFailure) -> OpenGraphData {
    let result: Result<OpenGraphData, ExtractionFailure> = bytes.withUnsafeBytes { buffer in
      Result { () throws(ExtractionFailure) in
        try extract(buffer, contentType: contentType, url: url)
      }
    }
    return try result.get()
  }

  /// The same for bytes that lie elsewhere. They are not kept.
  public func extract(
    _ bytes: UnsafeRawBufferPointer, contentType: String?, url: String
  ) throws(ExtractionFailure) -> OpenGraphData {
    let body = UnsafeRawBufferPointer(rebasing: bytes.prefix(limits.pageBytes))
    let mediaType = MediaType(contentType)
    let syntax = try ContentSniffer.syntax(of: body, mediaType: mediaType)
    let pageURL = WebURL(url)
    var source = PageSource(body, mediaType: mediaType, host: pageURL?.host ?? "")
    let tags =
      switch syntax {
      case .html: readHTML(&source)
      case .xml: try readXML(&source, isPageForSure: mediaType.essence == "application/xhtml+xml")
      }
    var fields = CardAssembler(tags: tags, pageURL: pageURL).assemble()
    fields.charset = source.encoding.name
    return OpenGraphData(fields)
  }

  private func readHTML(_ source: inout PageSource) -> PageTags {
    var head = source.read(htmlReader, stopsAtBody: true)
    if source.settle(after: head, reader: htmlReader) {
      head = source.read(htmlReader, stopsAtBody: true)
    }
    var tags = PageTags(limits: limits)
    tags.add(head.items)
    if !tags.isComplete {
      tags.add(source.read(htmlReader, from: head.next, stopsAtBody: false).items)
    }
    return tags
  }

  private func readXML(
    _ source: inout PageSource, isPageForSure: Bool
  ) throws(ExtractionFailure) -> PageTags {
    var reading = source.read(XHTMLReader(), stopsAtBody: false)
    if source.settle(after: reading, reader: XHTMLReader()) {
      reading = source.read(XHTMLReader(), stopsAtBody: false)
    }
    let isPage = reading.items.contains { if case .root = $0 { true } else { false } }
    guard isPage || isPageForSure else { throw .foreignDocument }
    let hasTags = reading.items.contains {
      switch $0 {
      case .title, .meta: true
      default: false
      }
    }
    // Many pages that are sent as XHTML are none. Where the XML parser gives up before it has found
    // anything, an HTML parser does better.
    if !reading.isWellFormed, !hasTags { return readHTML(&source) }
    var tags = PageTags(limits: limits)
    tags.add(reading.items)
    return tags
  }
}
