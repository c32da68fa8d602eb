import StrataTesting
import Testing

@testable import Strata

@Suite("Cache keys")
struct CacheKeyTests {
  @Test("keys are equal when their bytes are, and not by composition (CB119)")
  func byteEquality() {
    let pairs = [
      ("e\u{301}", "\u{e9}"), ("\u{212b}", "\u{c5}"), ("a", "A"), ("", " "), ("a", "a\0"),
    ]
    for (one, other) in pairs {
      #expect(CacheKey(one) != CacheKey(other))
      #expect(Set([CacheKey(one), CacheKey(other), CacheKey(one)]).count == 2)
    }
    #expect(CacheKey("e\u{301}") == CacheKey("e\u{301}"))
  }

  @Test("odd keys are all different (CB115)")
  func oddKeys() {
    let texts = ["A.1", "A.2", "a.1", "A", "A/1", "A%2F1", "../A", "A\0B", ""]
    #expect(Set(texts.map { CacheKey($0) }).count == texts.count)
  }

  @Test("a key in a domain has it as its domain and in its text")
  func domains() {
    let key = CacheKey("42", in: "user")
    #expect(key.text == "user:42")
    #expect(key.domain == "user")
    #expect(key.domainHash == CacheKey.hash("user"))
    #expect(key.hasDomain("user"))
    #expect(!key.hasDomain("use") && !key.hasDomain("user:") && !key.hasDomain(""))
    #expect(CacheKey("42").domain == nil)
    #expect(CacheKey("42", in: "").domain == nil)
  }

  @Test("keys whose domains differ after 255 bytes only are two keys (CB117)")
  func longDomains() {
    let long = String(repeating: "d", count: 255)
    let (one, other) = (CacheKey("k", in: long + "1"), CacheKey("k", in: long + "2"))
    #expect(one != other)
    #expect(one.text == long + "1:k")
    #expect(one.domain == long)
    let accents = CacheKey("k", in: String(repeating: "é", count: 200))
    #expect(accents.domain == String(repeating: "é", count: 127))
  }

  @Test("a stored key comes back with its domain, and a range that can't be is none")
  func stored() {
    let key = CacheKey("42", in: "üser")
    #expect(CacheKey(stored: key.text, domain: key.domainRange).domain == "üser")
    let ranges = [0..<1, 1..<3, 2..<99, 99..<100, -1..<2, -5 ..< -2, 0..<Int.max, 3..<3]
    for range in ranges {
      let stored = CacheKey(stored: key.text, domain: range)
      #expect(stored == key)
      #expect(stored.domain == nil, "\(range)")
    }
    let long = CacheKey(stored: String(repeating: "a", count: 70_000), domain: 69_000..<69_001)
    #expect(long.domain == nil)
  }

  @Test("hashes of similar texts spread evenly over slots, by their low and by their high bits")
  func hashSpread() {
    let count = 65_536
    var low = [Int](repeating: 0, count: 256)
    var high = low
    var hashes: Set<UInt64> = []
    for number in 0..<count {
      let hash = CacheKey("https://example.com/article/\(number)").hash
      hashes.insert(hash)
      low[Int(hash & 255)] += 1
      high[Int(hash >> 56)] += 1
    }
    #expect(hashes.count == count)
    for slots in [low, high] {
      // Chi squared over 255 degrees of freedom: over 400 has a chance of one in 10^7.
      let expected = Double(count) / 256
      let chi = slots.reduce(0.0) {
        $0 + (Double($1) - expected) * (Double($1) - expected) / expected
      }
      #expect(chi < 400)
    }
  }

  @Test("one bit of a text changes half of the hash's bits, at every length")
  func avalanche() {
    var changed = 0
    var checked = 0
    for length in 1...64 {
      let bytes = [UInt8](repeating: 0x61, count: length)
      let hash = CacheKey(String(decoding: bytes, as: UTF8.self)).hash
      for index in 0..<length {
        var other = bytes
        other[index] ^= 1
        changed += (CacheKey(String(decoding: other, as: UTF8.self)).hash ^ hash).nonzeroBitCount
        checked += 1
      }
    }
    let mean = Double(changed) / Double(checked)
    #expect((30.0...34.0).contains(mean), "\(mean) bits")
  }

  @Test("texts of all lengths of the same byte have different hashes")
  func lengths() {
    for byte in [0, 0x61] as [UInt8] {
      let hashes = (0...300).map {
        CacheKey(String(decoding: [UInt8](repeating: byte, count: $0), as: UTF8.self)).hash
      }
      #expect(Set(hashes).count == hashes.count)
    }
  }

  @Test("a bridged or foreign string has the same key as a native one")
  func slices() {
    let text = "https://example.com/é"
    let slice = Substring("xx" + text).dropFirst(2)
    #expect(CacheKey(String(slice)) == CacheKey(text))
  }
}
