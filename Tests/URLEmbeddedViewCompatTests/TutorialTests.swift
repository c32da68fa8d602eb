import Foundation
import StrataTesting
import Testing
import URLEmbeddedViewCompat

/// What a user of URLEmbeddedView does step by step: a manager of their own, no cache, another interval; and
/// then managers per domain and over SQLite.
@Suite struct TutorialTests {
  private let url = "https://example.com/page"
  private let loader = StubLoader()

  @Test func `step 1: a manager in memory, set in one line`() async {
    loader.set(url, title: "First")
    let provider = OGDataProvider(loader: loader)
    provider.cacheManager = DictionaryManager()
    for _ in 1...3 {
      let all = await answers(provider, url, count: 1)
      #expect(all.map(\.data.pageTitle) == ["First"])
    }
    #expect(loader.count(url) == 1)
  }

  @Test func `step 2: no cache, and each fetch asks the page`() async {
    loader.set(url, title: "First")
    let provider = OGDataProvider(loader: loader)
    provider.cacheManager = OGDataNoCacheManager()
    for round in 1...3 {
      let all = await answers(provider, url, count: 1)
      #expect(all.map(\.data.pageTitle) == ["First"])
      #expect(loader.count(url) == round)
    }
  }

  @Test func `step 3: another update interval`() async {
    loader.set(url, title: "First")
    let provider = OGDataProvider(cacheManager: DictionaryManager(), loader: loader)
    provider.updateInterval = 30.minutes
    #expect(provider.cacheManager.updateInterval == 1_800)
    _ = await answers(provider, url, count: 1)
    _ = await answers(provider, url, count: 1)
    #expect(loader.count(url) == 1)
    provider.updateInterval = 0.seconds
    loader.set(url, title: "Second")
    let all = await answers(provider, url, count: 2)
    #expect(all.map(\.data.pageTitle) == ["First", "Second"])
  }

  @Test func `a manager for each domain`() async {
    let manager = PerDomainManager()
    let provider = OGDataProvider(cacheManager: manager, loader: loader)
    let other = "https://other.example/"
    loader.set(url, title: "One")
    loader.set(other, title: "Two")
    #expect(await answers(provider, url, count: 1).map(\.data.pageTitle) == ["One"])
    #expect(await answers(provider, other, count: 1).map(\.data.pageTitle) == ["Two"])
    #expect(Set(manager.parts.keys) == ["example.com", "other.example"])
  }

  @Test func `a manager over SQLite, and another one over the same file`() async throws {
    let path = "\(NSTemporaryDirectory())/strata-\(UUID().uuidString).sqlite"
    defer { try? FileManager.default.removeItem(atPath: path) }
    loader.set(url, title: "Kept")
    let first = OGDataProvider(cacheManager: SQLiteManager(path: path), loader: loader)
    #expect(await answers(first, url, count: 1).map(\.data.pageTitle) == ["Kept"])
    let second = OGDataProvider(cacheManager: SQLiteManager(path: path), loader: loader)
    #expect(await answers(second, url, count: 1).map(\.data.pageTitle) == ["Kept"])
    #expect(loader.count(url) == 1)
  }
}
