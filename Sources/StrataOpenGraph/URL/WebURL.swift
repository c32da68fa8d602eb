/// An `http` or `https` URL, parsed and written by the WHATWG URL Standard, as browsers do it.
///
/// Foundation's `URL` follows RFC 3986, which refuses or changes much of what pages hold (backslashes,
/// brackets, stray percent signs, line breaks). Other schemes are refused: nothing on a card needs them.
struct WebURL: Equatable, Sendable {
  var isSecure = true
  /// User name and password as written, percent-encoded, with the "@"; empty as a rule.
  var credentials = ""
  /// In ASCII and small letters; an IPv6 address with its brackets.
  var host = ""
  /// `nil` for the scheme's own port.
  var port: UInt16?
  /// Begins with "/".
  var path = "/"
  /// Without its "?"; `nil` and empty differ.
  var query: String?
  /// Without its "#"; `nil` and empty differ.
  var fragment: String?

  /// The URL as text.
  var href: String {
    var text = isSecure ? "https://" : "http://"
    text += credentials
    text += host
    if let port { text += ":\(port)" }
    text += path
    if let query { text += "?" + query }
    if let fragment { text += "#" + fragment }
    return text
  }

  /// True for two URLs that name the same resource: all but the fragment is equal.
  func isSameResource(as other: WebURL) -> Bool {
    var (left, right) = (self, other)
    left.fragment = nil
    right.fragment = nil
    return left == right
  }
}
