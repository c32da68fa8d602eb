import Foundation
import Strata
import StrataOpenGraph
import Synchronization
import Testing

@testable import URLEmbeddedViewCompat

@Suite struct ProviderTests {
  private let url = "https://example.com/page"
  private let loader = StubLoader()
  private let manager = DictionaryManager()

  private func provider() -> OGDataProvider {
    OGDataProvider(cacheManager: manager, loader: loader)
  }

  @Test func `a page never seen is loaded, stored and answered once`() async {
    loader.set(url, title: "First")
    let provider = provider()
    let first = await answers(provider, url, count: 1)
    #expect(first.map(\.data.pageTitle) == ["First"])
    #expect(first[0].error == nil)
    // Fresh: answered from the manager, not asked again.
    let second = await answers(provider, url, count: 1)
    #expect(second.map(\.data.pageTitle) == ["First"])
    #expect(loader.count(url) == 1)
  }

  @Test func `stale data are answered at once and then what the page says now`() async {
    loader.set(url, title: "Old")
    let provider = provider()
    _ = await answers(provider, url, count: 1)
    provider.updateInterval = 0
    loader.set(url, title: "New")
    let both = await answers(provider, url, count: 2)
    #expect(both.map(\.data.pageTitle) == ["Old", "New"])
  }

  @Test func `a failed refresh answers the old data once more without an error`() async {
    loader.set(url, title: "Old")
    let provider = provider()
    _ = await answers(provider, url, count: 1)
    provider.updateInterval = 0
    loader.fail(url)
    let both = await answers(provider, url, count: 2)
    #expect(both.map(\.data.pageTitle) == ["Old", "Old"])
    #expect(both.allSatisfy { $0.error == nil })
  }

  @Test func `a failure with nothing known gives empty data and an error`() async {
    loader.fail(url)
    let only = await answers(provider(), url, count: 1)
    #expect(only[0].data.pageTitle == nil)
    #expect(only[0].data.sourceUrl?.absoluteString == url)
    #expect(only[0].error is OGDataError)
  }

  @Test func `a page that is no page counts as updated`() async {
    loader.setNotHTML(url)
    let provider = provider()
    _ = await answers(provider, url, count: 1)
    let again = await answers(provider, url, count: 1)
    #expect(again[0].error == nil)
    #expect(loader.count(url) == 1)
  }

  @Test func `the create date stays and the update date moves`() async throws {
    loader.set(url, title: "A")
    let provider = provider()
    _ = await answers(provider, url, count: 1)
    let box = OGManagerBox(manager, queue: DispatchQueue(label: "test"))
    let first = try #require(await box.fetch(url))
    provider.updateInterval = 0
    _ = await answers(provider, url, count: 2)
    let second = try #require(await box.fetch(url))
    #expect(second.createDate == first.createDate)
    #expect(try #require(second.updateDate) > #require(first.updateDate))
  }

  @Test func `deleting an unknown URL gives an error, and a known one none`() async {
    loader.set(url, title: "A")
    let provider = provider()
    let unknown = await withCheckedContinuation { done in
      provider.deleteOGData(urlString: url) { done.resume(returning: $0 as? OGDataError) }
    }
    #expect(unknown == .notFound(url))
    _ = await answers(provider, url, count: 1)
    let known = await withCheckedContinuation { done in
      provider.deleteOGData(urlString: url) { done.resume(returning: $0 as? OGDataError) }
    }
    #expect(known == nil)
  }

  @Test func `a text that is no URL gives an error that says why`() async {
    let only = await answers(provider(), "ftp://example.com", count: 1)
    #expect(only[0].error as? OGDataError != nil)
  }

  @Test func `all spellings of a URL are one page`() async {
    loader.set("https://example.com/%C3%A4", title: "Umlaut")
    let provider = provider()
    _ = await answers(provider, "https://example.com/ä", count: 1)
    let again = await answers(provider, "HTTPS://EXAMPLE.com:443/%c3%a4#top", count: 1)
    #expect(again.map(\.data.pageTitle) == ["Umlaut"])
    #expect(loader.count("https://example.com/%C3%A4") == 1)
  }

  @Test func `another manager is set in one line`() async {
    loader.set(url, title: "A")
    let provider = provider()
    _ = await answers(provider, url, count: 1)
    provider.cacheManager = OGDataNoCacheManager()
    _ = await answers(provider, url, count: 1)
    _ = await answers(provider, url, count: 1)
    #expect(loader.count(url) == 3)
  }

  @Test func `a modern stack serves the compatible provider`() async {
    loader.set(url, title: "Stacked")
    let stack = TieredCacheManager<OpenGraphData> {
      MemoryCacheManager()
      MemoryCacheManager()
    }
    let provider = OGDataProvider(cacheManager: OGStackCacheManager(stack), loader: loader)
    _ = await answers(provider, url, count: 1)
    #expect(loader.count(url) == 1)
    #expect(10.days == 864_000)
  }

  @Test func `an old manager is a tier of a modern stack`() async throws {
    let tier = LegacyCacheManager(manager)
    let key = try CacheKey(url: url)
    var data = OpenGraphData()
    data.title = "Through the tier"
    let clock = CacheClock.system
    let record = CacheRecord(value: data, stamp: clock.nextStamp())
    let stack = TieredCacheManager<OpenGraphData> {
      MemoryCacheManager()
      tier
    }
    #expect(try await stack.updateIfNeeded(record, for: key, asOf: record.stamp))
    #expect(await tier.fetch(key)?.value?.title == "Through the tier")
    #expect(try await stack.delete(key, asOf: clock.nextStamp()))
    #expect(await tier.fetch(key) == nil)
  }
}
