/// The marks by which an origin can tell that a page has not changed (RFC 9110, section 8.8).
public struct PageValidators: Sendable, Hashable {
  /// The `ETag` header as it came, with its quotes and a `W/` if it had one.
  public var etag: String?

  /// The `Last-Modified` header as it came.
  public var lastModified: String?

  /// The final URL of the answer that bore the marks.
  ///
  /// When given, they are sent with the request for that URL only. When nil they go with every step
  /// of a redirect: simpler, but a page that now redirects to another site could be taken as
  /// unchanged if both sites happen to use the same mark.
  public var url: String?

  /// Marks of an earlier answer; without any the request is unconditional.
  public init(etag: String? = nil, lastModified: String? = nil, url: String? = nil) {
    self.etag = etag
    self.lastModified = lastModified
    self.url = url
  }

  /// Whether there is no mark to send.
  public var isEmpty: Bool { etag == nil && lastModified == nil }

  // What was stored came from a stranger: a line end in it would start a header of its own.
  func headerLines(for target: String) -> [String] {
    guard url == nil || url == target else { return [] }
    var lines: [String] = []
    if let etag, etag.isHeaderValue { lines.append("If-None-Match: \(etag)") }
    if let lastModified, lastModified.isHeaderValue {
      lines.append("If-Modified-Since: \(lastModified)")
    }
    return lines
  }
}
