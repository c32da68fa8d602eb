import Strata

/// A URL: refused with an error that names a part, or brought into a form that stays as it is.
enum KeyTarget {
  static func check(_ bytes: UnsafeRawBufferPointer) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    var plain: CacheKey?
    for normalization in [URLNormalization.standard, .withoutTracking] {
      let key: CacheKey
      do throws(CacheKeyError) { key = try CacheKey(url: text, normalization: normalization) } catch
      {
        try expect(!error.message.isEmpty, "an error without a text for \(text)")
        try expect(plain == nil, "refused only without its tracking parameters: \(text)")
        continue
      }
      plain = plain ?? key
      try check(key, normalization)
    }
  }

  private static func check(_ key: CacheKey, _ normalization: URLNormalization) throws {
    let text = key.text
    let again = try CacheKey(url: text, normalization: normalization)
    try expect(again == key, "\(text) becomes \(again)")
    try expect(again.domain == key.domain, "another domain of \(text)")
    try expect(text.hasPrefix("http://") || text.hasPrefix("https://"), "the scheme of \(text)")
    try expect(key.domain?.isEmpty == false, "no domain in \(text)")
    try expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "not in ASCII: \(text)")
    try expect(!text.utf8.contains(UInt8(ascii: "#")), "a fragment in \(text)")
    let stored = CacheKey(stored: text, domain: key.domainRange)
    try expect(stored.domain == key.domain, "another domain when stored: \(text)")
  }
}
