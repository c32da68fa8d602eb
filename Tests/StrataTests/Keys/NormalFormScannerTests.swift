import StrataTesting
import Testing

@testable import Strata

@Suite("Normal-form scanner")
struct NormalFormScannerTests {
  static let starts = [
    "https://example.com/", "http://a.b-c.example/a/b.c/d?e=f&g=%20", "https://x1.example/%C3%A9",
    "https://news.example.co.uk/2026/01/title-of-a-page.html?id=12345", "http://localhost/a",
    "https://sub.xample.com/a..b/c.", "https://a.b.c.d.e.f.g/~u/(x);y=1,2/@z:!$&'*+",
  ]

  /// The text that the slow way gives; nil where it refuses.
  private func slow(_ text: String) -> (String, String)? {
    guard let parts = try? URLParts(text) else { return nil }
    let port = parts.port.map { ":\($0)" } ?? ""
    let query = parts.query.map { "?\($0)" } ?? ""
    let normal = "\(parts.scheme)://\(parts.host)\(port)\(parts.path)\(query)"
    return normal.utf8.count > URLNormalization.lengthLimit ? nil : (normal, parts.host)
  }

  private func check(_ text: String) {
    guard let key = try? CacheKey(url: text) else {
      #expect(slow(text) == nil, "\(text.debugDescription) was refused")
      return
    }
    let (normal, host) = slow(text) ?? ("", "")
    #expect(CacheKey.sameBytes(key.text, normal), "\(text.debugDescription) gave \(key.text)")
    #expect(key.domain == host, "\(text.debugDescription) gave the domain \(key.domain ?? "")")
    #expect(key == CacheKey(normal))
  }

  @Test("what the scanner takes as normal, the slow way leaves as it is", arguments: 0..<8)
  func mutations(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let parts = Array("aZ09.-_~/\\?#%@: []{}<>\"'`^|&=+é\u{301}\u{AD}。😀\t".unicodeScalars)
    let pieces = [
      "%2e", "%2E", "..", "./", "/../", "xn--", "0x", "%41", "%zz", "://", ".com", ":80", "#",
      "127.1",
      "[::1]", "aaaaaaaa", String(repeating: "b", count: 60),
    ].map { Array($0.unicodeScalars) }
    for _ in 0..<3_000 {
      var scalars = Array(Self.starts.randomElement(using: &random)!.unicodeScalars)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: 0...scalars.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where index < scalars.count: scalars.remove(at: index)
        case 1 where index < scalars.count: scalars[index] = parts.randomElement(using: &random)!
        case 2: scalars.insert(contentsOf: pieces.randomElement(using: &random)!, at: index)
        default: scalars.insert(parts.randomElement(using: &random)!, at: index)
        }
      }
      check(String(String.UnicodeScalarView(scalars)))
    }
  }

  @Test("every byte at every place in a short URL is judged as the slow way does")
  func everyByte() {
    let start = Array("https://ab.cd.ef/gh/ij?kl".utf8)
    for index in 8...start.count {
      for byte in UInt8(1)..<0x80 {
        var bytes = start
        bytes.insert(byte, at: index)
        check(String(decoding: bytes, as: UTF8.self))
      }
    }
  }

  @Test("hosts of every length round a word's end are judged as the slow way does")
  func lengths() {
    for count in 1...80 {
      for tail in ["", ".a", ".1", ".0x", ".xn--a", "..a", ".a."] {
        check("https://" + String(repeating: "a", count: count) + tail + "/")
        check("http://" + String(repeating: "a", count: count) + tail + "/p?q")
      }
    }
  }
}
