import Strata
import StrataOpenGraph
import StrataTesting
import Testing

/// The provider over a memory tier, a manual clock and recorded pages.
@Suite struct OpenGraphProviderTests {
  private let time = ManualClock()
  private let pages = RecordedPages()
  private let memory: MemoryCacheManager<OpenGraphData>
  private let previews: OpenGraphProvider
  private let url = "https://example.com/"

  init() throws {
    memory = MemoryCacheManager(clock: time.clock)
    var settings = ExpiryPolicy.linkPreviews.defaults
    settings.jitter = 0
    settings.retryPause = .zero
    previews = OpenGraphProvider(
      memory, policy: try ExpiryPolicy(defaults: settings), loader: pages, clock: time.clock)
  }

  @Test func aFreshCardCostsNoRequest() async throws {
    pages.page(url, title: "First")
    let first = try await previews.answer(for: url)
    #expect(first.source == .origin)
    #expect(first.value?.title == "First")
    for spelling in ["https://EXAMPLE.com", "https://example.com:443/#top"] {
      let again = try await previews.answer(for: spelling)
      #expect(again.source == .tier("memory"))
      #expect(again.value?.title == "First")
    }
    #expect(pages.count == 1)
  }

  // CB64
  @Test func aPageIsAskedForAgainAfterItsUpdateIntervalAndNotBefore() async throws {
    pages.page(url, title: "First")
    _ = try await previews.data(for: url)
    pages.page(url, title: "Second")
    time.advance(by: .days(10) - .milliseconds(1))
    #expect(try await previews.data(for: url).title == "First")
    time.advance(by: .milliseconds(1))
    #expect(try await previews.data(for: url).title == "Second")
    #expect(pages.count == 2)
  }

  @Test func manyWhoWaitCostOneRequest() async throws {
    pages.page(url, title: "One")
    try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<1_000 { group.addTask { try await previews.data(for: url).title } }
      for try await title in group { #expect(title == "One") }
    }
    #expect(pages.count == 1)
  }

  @Test func whatHasNotChangedIsFreshAgainWithItsDateOfCreation() async throws {
    pages.page(url, title: "Kept", headers: [("etag", "\"v1\""), ("last-modified", "then")])
    let first = try await previews.answer(for: url)
    pages.on(url) { PageResponse(url: $0.url, status: 304) }
    time.advance(by: .days(11))
    let second = try await previews.answer(for: url)
    #expect(second.source == .originUnchanged)
    #expect(!second.isStale)
    #expect(second.value == first.value)
    #expect(second.record.createDate == first.record.createDate)
    #expect(second.record.updateDate == time.date)
    #expect(pages.requests.last?.validators.entityTag == "\"v1\"")
    #expect(pages.requests.last?.validators.lastModified == "then")
    #expect(try await previews.answer(for: url).source == .tier("memory"))
    #expect(pages.count == 2)
  }

  @Test func whileTheSiteFailsTheLastGoodCardAnswersUntilItsGraceEnds() async throws {
    pages.page(url, title: "Good")
    _ = try await previews.data(for: url)
    pages.fail(url, .httpStatus(503))
    time.advance(by: .days(40) - .milliseconds(1))
    let stale = try await previews.answer(for: url)
    #expect(stale.value?.title == "Good")
    #expect(stale.source == .tier("memory"))
    guard case .originFailed(let reason) = stale.staleReason else {
      Issue.record("it is not marked as stale: \(stale)")
      return
    }
    #expect(reason.contains("503"))
    time.advance(by: .milliseconds(1))
    let error = await #expect(throws: CacheError.self) { try await previews.data(for: url) }
    #expect(error?.code == .loadFailed)
    guard case .load(let below)? = error?.underlying as? PreviewFailure else {
      Issue.record("the loader's error is not below: \(String(describing: error))")
      return
    }
    #expect(below.kind == .httpStatus(503))
  }

  @Test func aPageThatIsNotThereIsRememberedAsSuch() async throws {
    pages.fail(url, .httpStatus(404))
    for _ in 1...3 {
      let error = await #expect(throws: CacheError.self) { try await previews.data(for: url) }
      #expect(error?.code == .absent)
    }
    #expect(pages.count == 1)
    pages.page(url, title: "Here now")
    time.advance(by: previews.policy.defaults.failureInterval.duration ?? .zero)
    #expect(try await previews.data(for: url).title == "Here now")
  }

  @Test(arguments: ["", "not a url", "ftp://example.com/", "https://", "https://u:p@e.com/"])
  func whatIsNoPageIsATypedError(_ text: String) async {
    let error = await #expect(throws: CacheError.self) { try await previews.data(for: text) }
    #expect(error?.code == .invalidKey)
    #expect(pages.count == 0)
  }

  @Test func theStackIsExchangedInALineAndTheFormerOneKeepsItsCards() async throws {
    pages.page(url, title: "First")
    _ = try await previews.data(for: url)
    previews.cacheManager = NoCacheManager()
    for _ in 1...2 { #expect(try await previews.answer(for: url).source == .origin) }
    #expect(memory.fetch(try previews.key(for: url))?.value?.title == "First")
    previews.cacheManager = memory
    #expect(try await previews.answer(for: url).source == .tier("memory"))
    #expect(pages.count == 3)
  }

  @Test func aNewPolicyActsOnWhatIsStored() async throws {
    pages.page(url, title: "First")
    _ = try await previews.data(for: url)
    time.advance(by: .minutes(16))
    try previews.policy.setRule("example.com", CacheOptions(updateInterval: .minutes(15)))
    #expect(try await previews.answer(for: url).source == .origin)
  }

  @Test func aDeletedCardIsAskedForAgain() async throws {
    pages.page(url, title: "First")
    _ = try await previews.data(for: url)
    #expect(try await previews.delete(url))
    #expect(try await previews.delete(url) == false)
    #expect(try await previews.answer(for: url).source == .origin)
  }

  @Test func whatIsKnownComesAtOnceAndThenWhatTheSiteSays() async throws {
    pages.page(url, title: "Old")
    _ = try await previews.data(for: url)
    pages.page(url, title: "New")
    time.advance(by: .days(11))
    var titles: [String?] = []
    var stale: [Bool] = []
    for try await answer in try previews.updates(for: url) {
      titles.append(answer.value?.title)
      stale.append(answer.isStale)
    }
    #expect(titles == ["Old", "New"])
    #expect(stale == [true, false])
  }
}
