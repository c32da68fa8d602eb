import StrataTesting
import Testing

@testable import Strata

@Suite("Normal form of URLs")
struct URLNormalFormTests {
  // After the URL Standard (url.spec.whatwg.org), with what Strata adds: escapes in upper case, no
  // fragment, neither credentials nor control characters.
  static let schemesAndPorts: [(String, String)] = [
    ("HTTP://EXAMPLE.COM", "http://example.com/"), ("hTTps://example.com", "https://example.com/"),
    ("https:example.com/a", "https://example.com/a"),
    ("https:/example.com", "https://example.com/"),
    ("https:////example.com/a", "https://example.com/a"),
    ("https:\\\\example.com\\a\\b", "https://example.com/a/b"),
    ("  https://example.com/a  ", "https://example.com/a"),
    ("http://example.com:80/", "http://example.com/"),
    ("https://example.com:443/", "https://example.com/"),
    ("http://example.com:443/", "http://example.com:443/"),
    ("https://example.com:80/", "https://example.com:80/"),
    ("https://example.com:/a", "https://example.com/a"),
    ("http://example.com:0080/", "http://example.com/"),
    ("http://example.com:0/", "http://example.com:0/"),
    ("http://example.com:65535/", "http://example.com:65535/"),
    ("http://example.com:00000000008080", "http://example.com:8080/"),
    ("https://example.com#top", "https://example.com/"),
    ("https://example.com/#", "https://example.com/"),
    ("https://example.com#a?b/c@d", "https://example.com/"),
    ("https://example.com?a", "https://example.com/?a"),
    ("https://example.com/?", "https://example.com/?"),
    ("https://example.com/?#", "https://example.com/?"),
    ("https://example.com/a@b", "https://example.com/a@b"),
  ]

  static let paths: [(String, String)] = [
    ("/a/./b", "/a/b"), ("/a/../b", "/b"), ("/../a", "/a"), ("/a/..", "/"), ("/a/.", "/a/"),
    ("/a/b/..", "/a/"), ("/a/b/../..", "/"), ("/foo/../../../bar", "/bar"), ("/.", "/"),
    ("/..", "/"), ("/%2e%2e/a", "/a"), ("/a/%2E/b", "/a/b"), ("/a/.%2e/b", "/b"),
    ("/a/%2e./b", "/b"), ("/a/%2e", "/a/"), ("/a//b", "/a//b"), ("/a//../b", "/a/b"),
    ("/a/..//b", "//b"), ("//", "//"), ("/...", "/..."), ("/.a", "/.a"), ("/..a", "/..a"),
    ("/a.", "/a."), ("/a..", "/a.."), ("/a.b", "/a.b"), ("/%2ea", "/%2Ea"), ("/a\\b", "/a/b"),
    ("/a\\..\\b", "/b"), ("/a b", "/a%20b"), ("/é", "/%C3%A9"), ("/e\u{301}", "/e%CC%81"),
    ("/😀", "/%F0%9F%98%80"), ("/%c3%a9", "/%C3%A9"), ("/%zz", "/%zz"), ("/%", "/%"),
    ("/%4", "/%4"), ("/%4%41", "/%4%41"), ("/a\"b", "/a%22b"), ("/<>", "/%3C%3E"), ("/`", "/%60"),
    ("/{}", "/%7B%7D"), ("/^", "/%5E"), ("/|", "/|"), ("/[]", "/[]"), ("/'", "/'"),
    ("/~", "/~"), ("/%7E", "/%7E"), ("/%41", "/%41"), ("/a;b=1,c", "/a;b=1,c"),
    ("/!$&'()*+,;=:@", "/!$&'()*+,;=:@"), ("/\u{FEFF}", "/%EF%BB%BF"),
    ("/a\u{301}/b", "/a%CC%81/b"),
    ("/\u{301}", "/%CC%81"), ("/..\u{301}", "/..%CC%81"), ("/%2f", "/%2F"), ("/%00", "/%00"),
  ]

  static let queries: [(String, String)] = [
    ("?a b", "?a%20b"), ("?é", "?%C3%A9"), ("?'", "?%27"), ("?\"", "?%22"), ("?<>", "?%3C%3E"),
    ("?`{}|^\\", "?`{}|^\\"), ("?a=1&b=2&a=3", "?a=1&b=2&a=3"), ("?a=%2f", "?a=%2F"),
    ("?a?b/../c", "?a?b/../c"), ("?a#b", "?a"), ("?%", "?%"), ("?%f", "?%f"), ("?a+b", "?a+b"),
    ("?\u{301}", "?%CC%81"), ("?&&", "?&&"), ("?=", "?="), ("?[]", "?[]"),
  ]

  static let hosts: [(String, String)] = [
    ("ExAmPlE.CoM", "example.com"), ("example.com.", "example.com."),
    ("%65x%41mple%2Ecom", "example.com"), ("ＧＯ.com", "go.com"), ("a。b", "a.b"), ("a．b｡c", "a.b.c"),
    ("a\u{AD}b.com", "ab.com"), ("a\u{200B}b.com", "ab.com"),
    ("bücher.example", "xn--bcher-kva.example"),
    ("BÜCHER.example", "xn--bcher-kva.example"), ("b%C3%BCcher.example", "xn--bcher-kva.example"),
    ("日本語.jp", "xn--wgv71a119e.jp"), ("faß.de", "xn--fa-hia.de"), ("☃.net", "xn--n3h.net"),
    ("XN--BCHER-KVA.example", "xn--bcher-kva.example"), ("a_b.example", "a_b.example"),
    ("-a-.example", "-a-.example"), ("localhost", "localhost"), ("a.b-c.d1", "a.b-c.d1"),
    ("1a.example", "1a.example"), ("a.0b", "a.0b"), ("123.example", "123.example"),
  ]

  static let addresses: [(String, String)] = [
    ("192.168.0.1", "192.168.0.1"), ("0xC0.0xA8.0.1", "192.168.0.1"),
    ("192.168.257", "192.168.1.1"),
    ("3232235521", "192.168.0.1"), ("0300.0250.0.1", "192.168.0.1"), ("127.1", "127.0.0.1"),
    ("0", "0.0.0.0"), ("0x", "0.0.0.0"), ("1.2.3.4.", "1.2.3.4"), ("0x7f.1", "127.0.0.1"),
    ("0X7F000001", "127.0.0.1"), ("017700000001", "127.0.0.1"), ("１２７.0.0.1", "127.0.0.1"),
    ("%30x7f.1", "127.0.0.1"), ("255.255.255.255", "255.255.255.255"),
    ("4294967295", "255.255.255.255"), ("1.2.3", "1.2.0.3"), ("00.00.00.00", "0.0.0.0"),
    ("[::1]", "[::1]"), ("[0:0:0:0:0:0:0:1]", "[::1]"), ("[::]", "[::]"),
    ("[2001:DB8::A]", "[2001:db8::a]"), ("[1:0:0:2::]", "[1:0:0:2::]"),
    ("[1:2:0:0:5:0:0:0]", "[1:2:0:0:5::]"), ("[0:1:2:3:4:5:6:7]", "[0:1:2:3:4:5:6:7]"),
    ("[::127.0.0.1]", "[::7f00:1]"), ("[::ffff:1.2.3.4]", "[::ffff:102:304]"),
    ("[1:2:3:4:5:6:7::]", "[1:2:3:4:5:6:7:0]"), ("[::2:3:4:5:6:7:8]", "[0:2:3:4:5:6:7:8]"),
    ("[2001:db8:0:0:1:0:0:1]", "[2001:db8::1:0:0:1]"),
    ("[1:2:3:4:5:6:1.2.3.4]", "[1:2:3:4:5:6:102:304]"),
    ("[0001:0002::]", "[1:2::]"),
  ]

  private func text(_ url: String) throws -> String { try CacheKey(url: url).text }

  @Test("schemes, ports and fragments", arguments: schemesAndPorts)
  func readsSchemesAndPorts(url: String, normal: String) throws {
    #expect(try text(url) == normal)
  }

  @Test("paths", arguments: paths)
  func readsPaths(path: String, normal: String) throws {
    #expect(try text("https://example.com\(path)") == "https://example.com\(normal)")
    #expect(try text("https://example.com\(path)?q") == "https://example.com\(normal)?q")
  }

  @Test("queries", arguments: queries)
  func readsQueries(query: String, normal: String) throws {
    #expect(try text("https://example.com/a\(query)") == "https://example.com/a\(normal)")
    #expect(try text("https://example.com\(query)") == "https://example.com/\(normal)")
  }

  @Test("host names and addresses", arguments: hosts + addresses)
  func readsHosts(host: String, normal: String) throws {
    let key = try CacheKey(url: "https://\(host)/a")
    #expect(key.text == "https://\(normal)/a")
    #expect(key.domain == normal)
    #expect(try text("https://\(host):81") == "https://\(normal):81/")
  }

  @Test("a normal form is its own normal form")
  func idempotence() throws {
    let urls =
      Self.schemesAndPorts.map(\.1) + Self.paths.map { "https://example.com\($0.1)" }
      + Self.queries.map { "https://example.com/\($0.1)" }
      + (Self.hosts + Self.addresses).map { "https://\($0.1)/" }
    for url in urls { #expect(try text(url) == url) }
  }

  @Test(
    "what can't be a key is refused for the right part",
    arguments: [
      ("", .scheme), ("example.com", .scheme), ("//example.com", .scheme), ("/a:b", .scheme),
      ("ftp://example.com", .scheme), ("file:///etc", .scheme), ("javascript:alert(1)", .scheme),
      ("https", .scheme), ("http\u{301}://example.com", .scheme), ("httpſ://example.com", .scheme),
      ("http://", .host), ("http:///", .host), ("https:", .host), ("https://?q", .host),
      ("https://#f", .host), ("https://:80/", .host), ("http://exa mple.com", .host),
      ("http://a..b", .host), ("http://.a", .host), ("http://.", .host), ("http://a<b", .host),
      ("http://a>b", .host), ("http://a^b", .host), ("http://a|b", .host), ("http://a%b", .host),
      ("http://a%2fb", .host), ("http://a%00b", .host), ("http://%ff", .host),
      ("http://a]b", .host), ("http://a%3Ab", .host), ("http://a%40b", .host),
      ("http://\u{AD}/", .host), ("http://256.256.256.256", .host), ("http://1.2.3.4.5", .host),
      ("http://09.1", .host), ("http://1.2.3.08", .host), ("http://foo.0x", .host),
      ("http://foo.2", .host), ("http://4294967296", .host), ("http://1.2.3.0x100", .host),
      ("http://1.2.3.4..", .host), ("http://0xffffffffffffffffffff", .host),
      ("http://99999999999999999999999", .host), ("http://a.0xffffffffffffffffffff", .host),
      ("http://[::1", .host), ("http://[1:2]", .host), ("http://[1::2::3]", .host),
      ("http://[:1]", .host), ("http://[1:]", .host), ("http://[12345::]", .host),
      ("http://[::1%25eth0]", .host), ("http://[1:2:3:4:5:6:7:8:9]", .host),
      ("http://[1:2:3:4:5:6:7:8::]", .host), ("http://[::01.2.3.4]", .host),
      ("http://[::010.1.1.1]", .host), ("http://[::1.2.3]", .host), ("http://[::1.2.3.256]", .host),
      ("http://[::1.2.3.4:5]", .host), ("http://[::-0]", .host), ("http://[::+1]", .host),
      ("http://[::-0.0.0.0]", .host), ("http://[]", .host), ("http://[:::]", .host),
      ("http://[g::]", .host), ("http://[1.2.3.4]", .host), ("http://[::1]a", .host),
      ("http://user@example.com", .credentials), ("http://a:b@example.com", .credentials),
      ("http://@example.com", .credentials), ("https://a@b@c/", .credentials),
      ("http://example.com:65536", .port), ("http://example.com:8a", .port),
      ("http://example.com:-1", .port), ("http://example.com:99999999999999999999", .port),
      ("http://[::1]:x", .port), ("http://example.com:8０", .port),
      ("http://ex\tample.com", .character), ("http://example.com/\n", .character),
      ("http://example.com/\0", .character), ("http://example.com/\u{7F}", .character),
      ("http://example.com/\u{85}", .character), ("http://example.com/?\r", .character),
    ] as [(String, CacheKeyError.Part)])
  func refuses(url: String, part: CacheKeyError.Part) {
    let error = #expect(throws: CacheKeyError.self) { try CacheKey(url: url) }
    #expect(error?.part == part, "\(String(describing: error))")
  }

  @Test("a URL may have 8 KiB, in its normal form too")
  func length() throws {
    let start = "https://example.com/"
    let fits = start + String(repeating: "a", count: 8_192 - start.utf8.count)
    #expect(try text(fits) == fits)
    let error = #expect(throws: CacheKeyError.self) { try CacheKey(url: fits + "a") }
    #expect(error?.part == .length)
    #expect(error?.text.count == 200)
    let grows = start + String(repeating: "é", count: 2_000)
    #expect(#expect(throws: CacheKeyError.self) { try CacheKey(url: grows) }?.part == .length)
  }

  @Test("labels have up to 63 bytes and names up to 253, by either way of reading")
  func hostLengths() throws {
    let label = String(repeating: "a", count: 63)
    for suffix in ["/", ":81/"] {
      #expect(throws: Never.self) { try CacheKey(url: "https://\(label).com\(suffix)") }
      #expect(throws: CacheKeyError.self) { try CacheKey(url: "https://\(label)a.com\(suffix)") }
      let name = "\(label).\(label).\(label).\(String(repeating: "b", count: 61))"
      #expect(throws: Never.self) { try CacheKey(url: "https://\(name)\(suffix)") }
      #expect(throws: CacheKeyError.self) { try CacheKey(url: "https://\(name)bb\(suffix)") }
    }
  }

  @Test(
    "no error shows a password",
    arguments: [
      "http://me:secret@example.com/", "ftp://me:secret@example.com", "http://me:secret@a\tb/",
      "//me:secret@example.com", "http://me:secret@[::1", "http:me:secret@example.com:x",
      "http://me:secret@x/" + String(repeating: "a", count: 9_000),
    ])
  func secrets(url: String) {
    let error = #expect(throws: CacheKeyError.self) { try CacheKey(url: url) }
    #expect(error?.description.contains("secret") == false, "\(error?.description ?? "")")
  }

  @Test("tracking parameters are dropped whatever their case, and what is left keeps its order")
  func tracking() throws {
    let cases = [
      ("?utm_source=a", ""), ("?a=1&utm_x=2&b=3", "?a=1&b=3"), ("?FBCLID=x&a", "?a"),
      ("?utm=1", "?utm=1"), ("?xutm_source=1", "?xutm_source=1"), ("?gclid", ""), ("?", "?"),
      ("?a=utm_source", "?a=utm_source"), ("?&fbclid=1&", "?&"), ("?fbclid=1#f", ""),
    ]
    for (query, kept) in cases {
      let key = try CacheKey(url: "https://example.com/\(query)", normalization: .withoutTracking)
      #expect(key.text == "https://example.com/\(kept)", "\(query)")
    }
  }
}
