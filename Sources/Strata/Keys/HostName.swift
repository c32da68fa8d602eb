/// Hosts of URLs in normal form: names in lower-case ASCII, addresses in their one canonical spelling.
enum HostName {
  static func normalized(_ text: Substring, in url: String) throws(CacheKeyError) -> String {
    guard !text.isEmpty else {
      throw CacheKeyError(
        .host, in: url, "it has none; a URL needs a host, as in https://example.com")
    }
    if text.first == "[" {
      guard text.last == "]", let address = IPv6Address(text.dropFirst().dropLast()) else {
        throw CacheKeyError(.host, in: url, "\(text) is no IPv6 address")
      }
      return "[\(address)]"
    }
    guard let decoded = PercentEncoding.decoded(text), let ascii = Punycode.asciiHost(decoded)
    else {
      throw CacheKeyError(.host, in: url, "\"\(text)\" is no host name")
    }
    if let forbidden = ascii.utf8.first(where: isForbidden) {
      let character = Character(Unicode.Scalar(forbidden))
      throw CacheKeyError(.host, in: url, "a host name can't have the character \"\(character)\"")
    }
    let labels = ascii.split(separator: ".", omittingEmptySubsequences: false)
    let named = labels.last == "" ? labels.dropLast() : labels[...]
    guard !named.isEmpty, named.allSatisfy({ !$0.isEmpty }) else {
      throw CacheKeyError(.host, in: url, "\"\(text)\" has an empty label")
    }
    guard named.allSatisfy({ $0.utf8.count <= 63 }), ascii.utf8.count <= 254 else {
      throw CacheKeyError(
        .host, in: url,
        "a label has at most 63 bytes and a host name 253; \(text.prefix(40))… has more")
    }
    guard let last = named.last, looksNumeric(last) else { return ascii }
    guard let address = IPv4Address(named) else {
      throw CacheKeyError(.host, in: url, "\"\(text)\" is no IPv4 address")
    }
    return address.description
  }

  private static func looksNumeric(_ label: Substring) -> Bool {
    label.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } || IPv4Address.number(label) != nil
  }

  /// The URL Standard's forbidden domain code points.
  private static func isForbidden(_ byte: UInt8) -> Bool {
    if byte <= 0x20 || byte >= 0x7F { return true }
    switch byte {
    case UInt8(ascii: "#"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "?"), UInt8(ascii: "@"), UInt8(ascii: "["),
      UInt8(ascii: "\\"), UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: "|"),
      UInt8(ascii: "%"):
      return true
    default: return false
    }
  }
}
