import CStrataWeb

/// A URL taken apart by libcurl's own parser: what is checked is what is connected to.
struct LoadTarget: Sendable, Hashable {
  /// Absolute, without a fragment, bytes beyond ASCII percent-encoded.
  let url: String
  /// In lower case.
  let scheme: String
  /// In lower case and ASCII, an IPv6 address without brackets.
  let host: String
  let port: UInt16
  let hasCredentials: Bool

  /// `http://host:port`, under which robots.txt counts.
  var origin: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return "\(scheme)://\(name):\(port)"
  }

  /// Nil when the text is no URL with a host; relative to `base` where there is one.
  init?(_ text: String, relativeTo base: LoadTarget? = nil) {
    guard text.isHeaderValue else { return nil }
    var parts = strata_http_url()
    guard strata_http_url_parse(text, base?.url, &parts) else { return nil }
    defer { strata_http_url_free(&parts) }
    url = String(cString: parts.url)
    scheme = String(cString: parts.scheme)
    host = String(cString: parts.host)
    port = parts.port
    hasCredentials = parts.has_credentials
  }
}
