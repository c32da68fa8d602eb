import StrataOpenGraph

/// A page: a typed reason why it is none, or a card within its limits that can be stored.
///
/// The input's first byte chooses the content type, the rest is the page.
enum PageTarget {
  private static let types: [String?] = [
    "text/html", nil, "text/html; charset=utf-8", "text/html; charset=shift_jis",
    "text/html; charset=gb18030", "text/html; charset=iso-2022-jp", "text/html; charset=euc-kr",
    "text/html; charset=big5", "text/html; charset=euc-jp", "text/html; charset=utf-16le",
    "application/xhtml+xml", "text/html; charset=windows-1252", "text/plain",
  ]

  static func check(_ bytes: UnsafeRawBufferPointer) throws {
    guard let first = bytes.first else { return }
    let extractor = PageExtractor()
    let data: OpenGraphData
    do throws(ExtractionFailure) {
      data = try extractor.extract(
        UnsafeRawBufferPointer(rebasing: bytes.dropFirst()),
        contentType: types[Int(first) % types.count], url: "https://example.com/dir/page")
    } catch { return }
    let limits = extractor.limits
    try expect(data.title?.isEmpty != true, "an empty title")
    try expect((data.title?.count ?? 0) <= limits.titleLength, "a title of \(data.title!.count)")
    try expect(
      (data.description?.count ?? 0) <= limits.descriptionLength, "a description that is too long")
    try expect(data.images.count <= limits.listLength, "\(data.images.count) images")
    for url in data.images.map(\.url) + [data.url].compactMap({ $0 }) {
      try expect(url.hasPrefix("http://") || url.hasPrefix("https://"), "the scheme of \(url)")
      try expect(url.utf8.count <= limits.urlBytes, "a URL of \(url.utf8.count) bytes")
    }
    try checkCopy(data)
  }

  /// What was decoded or extracted is encoded and decoded as the same.
  static func checkCopy(_ data: OpenGraphData) throws {
    var bytes: [UInt8] = []
    let codec = OpenGraphCodec()
    codec.encode(data, into: &bytes)
    let copy = try bytes.withUnsafeBytes { try codec.decode($0) }
    try expect(copy == data, "another card when stored: \(copy) for \(data)")
  }
}
