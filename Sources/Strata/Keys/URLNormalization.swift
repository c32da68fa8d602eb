/// How a URL is brought into the form that is its key.
public struct URLNormalization: Hashable, Sendable {
  /// Names of query parameters that are dropped, compared in lower case; a name that ends in `*` stands
  /// for all that begin so.
  public var droppedParameters: Set<String>

  /// Keeps the query as it is.
  public static let standard = URLNormalization(droppedParameters: [])

  /// Drops the parameters that campaigns and networks add to follow readers, so that one page shared by
  /// many ways is one key.
  public static let withoutTracking = URLNormalization(droppedParameters: [
    "utm_*", "fbclid", "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "msclkid", "yclid", "twclid",
    "ttclid", "li_fat_id", "igshid", "mc_cid", "mc_eid", "_hsenc", "_hsmi", "mkt_tok", "vero_id",
    "oly_anon_id", "oly_enc_id", "__s", "s_cid", "rb_clickid", "srsltid",
  ])

  public init(droppedParameters: Set<String>) {
    self.droppedParameters = droppedParameters
  }

  /// The most bytes that a URL may have.
  public static let lengthLimit = 8_192

  func drops(_ parameter: Substring.UTF8View) -> Bool {
    let name = String(Substring(parameter.prefix { $0 != UInt8(ascii: "=") })).lowercased()
    if droppedParameters.contains(name) { return true }
    return droppedParameters.contains { $0.last == "*" && name.hasPrefix($0.dropLast()) }
  }

  func filtered(query: Substring) -> Substring? {
    guard !droppedParameters.isEmpty else { return query }
    let kept = query.split(separator: "&", omittingEmptySubsequences: false)
      .filter { !drops($0.utf8) }
    return kept.isEmpty ? nil : Substring(kept.joined(separator: "&"))
  }
}
