import CStrataWeb
import Strata

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
    if let base, text.hasPrefix("#") {
      // libcurl before 8 loses the last part of the path here.
      self = base
      return
    }
    guard let target = Self.parse(text, base: base?.url) else { return nil }
    if target.host.utf8.allSatisfy({ $0 < 0x80 }) {
      self = target
      return
    }
    // The key's normal form has the host in ASCII; it is parsed anew, so that what is checked is
    // still what libcurl will use.
    guard let key = try? CacheKey(url: target.url), let ascii = Self.parse(key.text, base: nil),
      ascii.host.utf8.allSatisfy({ $0 < 0x80 })
    else { return nil }
    self = ascii
  }

  private init(_ parts: strata_http_url) {
    url = String(cString: parts.url)
    scheme = String(cString: parts.scheme)
    host = String(cString: parts.host)
    port = parts.port
    hasCredentials = parts.has_credentials
  }

  private static func parse(_ text: String, base: String?) -> LoadTarget? {
    guard text.isHeaderValue else { return nil }
    var parts = strata_http_url()
    guard strata_http_url_parse(text, base, &parts) else { return nil }
    defer { strata_http_url_free(&parts) }
    return LoadTarget(parts)
  }
}
