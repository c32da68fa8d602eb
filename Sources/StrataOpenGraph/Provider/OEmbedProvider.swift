/// A site that tells about its pages by oEmbed (<https://oembed.com>) rather than by tags.
public struct OEmbedProvider: Sendable {
  /// The site's name, for people.
  public let name: String
  private let page: @Sendable (WebAddress) -> String?
  private let service: String

  /// The parts of a page's URL that a provider decides by.
  public struct WebAddress: Sendable {
    /// In normal form.
    public let host: String
    /// Between slashes, without empty ones.
    public let path: [String]
    /// The first value of each query parameter, as it stands in the URL.
    public let query: [String: String]
  }

  /// - Parameters:
  ///   - service: The address of the oEmbed service.
  ///   - page: The canonical address of a page of this site; nil for pages that are not its affair.
  public init(
    name: String, service: String, page: @escaping @Sendable (WebAddress) -> String?
  ) {
    self.name = name
    self.service = service
    self.page = page
  }

  /// The sites that are asked by oEmbed unless told otherwise: YouTube.
  public static let standard = [youTube]

  /// YouTube, in all forms of its addresses: watch, short links, shorts, live, embedded.
  public static let youTube = OEmbedProvider(
    name: "YouTube", service: "https://www.youtube.com/oembed"
  ) { address in
    guard let id = youTubeID(address), (1...64).contains(id.utf8.count),
      id.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x2D || $0 == 0x5F })
    else { return nil }
    return "https://www.youtube.com/watch?v=\(id)"
  }

  private static func youTubeID(_ address: WebAddress) -> String? {
    switch address.host {
    case "youtu.be": return address.path.first
    case "youtube.com", "www.youtube.com", "m.youtube.com", "music.youtube.com",
      "www.youtube-nocookie.com", "youtube-nocookie.com":
      switch address.path.first {
      case "watch": return address.query["v"]
      case "shorts", "live", "embed", "v", "e": return address.path.dropFirst().first
      default: return nil
      }
    default: return nil
    }
  }

  /// The address to ask for a page, and the page's canonical one; nil when the site is another.
  func endpoint(for url: String) -> (address: String, page: String)? {
    guard let parts = WebAddress(url), let page = page(parts) else { return nil }
    let escaped = page.utf8.map { byte in
      let isPlain =
        byte.isASCIILetter || byte.isASCIIDigit || [0x2D, 0x2E, 0x5F, 0x7E].contains(byte)
      return isPlain
        ? String(UnicodeScalar(byte))
        : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return ("\(service)?format=json&url=\(escaped.joined())", page)
  }
}

extension OEmbedProvider.WebAddress {
  init?(_ url: String) {
    guard let start = url.firstRange(of: "://")?.upperBound else { return nil }
    let rest = url[start...].prefix { $0 != "#" }
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var segments = parts[0].split(separator: "/").map(String.init)
    guard !segments.isEmpty else { return nil }
    host = segments.removeFirst()
    path = segments
    var query: [String: String] = [:]
    for pair in (parts.count > 1 ? parts[1] : "").split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(halves[0])
      if query[name] == nil { query[name] = halves.count > 1 ? String(halves[1]) : "" }
    }
    self.query = query
  }
}
