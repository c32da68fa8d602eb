import Testing

@testable import StrataOpenGraph

@Suite("Meta refresh")
struct MetaRefreshTests {
  @Test(
    "Targets are found as the standard finds them",
    arguments: [
      ("0;url=/a", 0, "/a"), ("5; URL='/a b' junk", 5, "/a b"), ("0.5 , URL = \"x\"y", 0, "x"),
      (".5;/a", 0, "/a"), ("1 /a", 1, "/a"), ("0;url=\"x", 0, "x"), ("0;ur=x", 0, "ur=x"),
      ("0;url x", 0, "url x"), ("0; '/q'", 0, "/q"), (" 3;url=", 3, ""),
      ("99999999999999999999;url=x", 1_000_000_000, "x"),
    ])
  func findsTarget(content: String, delay: Int, url: String) throws {
    let refresh = try #require(MetaRefresh(content))
    #expect(refresh.delay == delay)
    #expect(refresh.url == url)
  }

  @Test("A reload has no target", arguments: ["5", "5;", " 5 , ", "0."])
  func findsReload(content: String) throws {
    #expect(try #require(MetaRefresh(content)).url == nil)
  }

  @Test(
    "What begins with no number is none",
    arguments: ["", "url=x", "-1;url=x", "a;url=x", "1x;url=x"])
  func refuses(content: String) {
    #expect(MetaRefresh(content) == nil)
  }

  @Test("Browsers' redirect goes before the one in noscript, which is marked")
  func prefersScripted() throws {
    let noscript = "<noscript><meta http-equiv=refresh content='0;url=/n'></noscript>"
    let only = try extract(head: noscript).refresh
    #expect(only?.url == "https://example.com/n")
    #expect(only?.isForNoScript == true)
    let both = try extract(head: noscript + "<meta http-equiv=Refresh content='2;url=/m'>").refresh
    #expect(both?.url == "https://example.com/m")
    #expect(both?.delay == 2)
    #expect(both?.isForNoScript == false)
  }
}
