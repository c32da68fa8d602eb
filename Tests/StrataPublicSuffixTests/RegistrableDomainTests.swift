import Strata
import StrataPublicSuffix
import Testing

@Suite("Registrable domains", .enabled(if: RegistrableDomain.isAvailable))
struct RegistrableDomainTests {
  @Test(
    "a host's registrable domain is its public suffix and one label more",
    arguments: [
      ("example.com", "example.com"), ("www.example.com", "example.com"),
      ("a.b.c.example.com", "example.com"), ("www.example.co.uk", "example.co.uk"),
      ("alice.github.io", "alice.github.io"), ("www.alice.github.io", "alice.github.io"),
      ("www.city.kawasaki.jp", "city.kawasaki.jp"), ("b.test.ck", "b.test.ck"),
      ("www.ck", "www.ck"), ("xn--bcher-kva.example", "xn--bcher-kva.example"),
      ("www.xn--85x722f.com.cn", "xn--85x722f.com.cn"),
      ("www.xn--85x722f.xn--55qx5d.cn", "xn--85x722f.xn--55qx5d.cn"),
      ("a.b.unlisted", "b.unlisted"), ("www.example.com.", "example.com."),
      ("my_host.example.com", "example.com"),
    ])
  func known(host: String, domain: String) {
    #expect(RegistrableDomain.of(host) == domain)
  }

  @Test(
    "suffixes, addresses, single labels and what is no host have none",
    arguments: [
      "com", "co.uk", "github.io", "kawasaki.jp", "uk", "localhost", "unlisted", "com.", "",
      ".", ".com", "a..com", "127.0.0.1", "10.1", "[::1]", "::1", "a b.com", "a\0b.com",
      "Example.com", "bücher.example", "*.example.com",
    ])
  func none(host: String) {
    #expect(RegistrableDomain.of(host) == nil)
  }

  @Test("a name over the length of host names has none")
  func long() {
    #expect(RegistrableDomain.of(String(repeating: "a.", count: 200) + "com") == nil)
  }

  @Test("hosts of one registrable domain share a partition")
  func grouping() async throws {
    let manager = DomainPartitionedCacheManager<Int>(groupedBy: .registrableDomain) { _ in
      MemoryCacheManager()
    }
    for host in ["www.example.co.uk", "example.co.uk", "other.co.uk", "127.0.0.1"] {
      let key = try CacheKey(url: "https://\(host)/")
      try await manager.updateIfNeeded(
        CacheRecord(value: 1, stamp: CacheClock.system.nextStamp()), for: key)
    }
    #expect(
      manager.statistics.parts.map(\.name) == ["127.0.0.1", "example.co.uk", "other.co.uk"])
  }
}
