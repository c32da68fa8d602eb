import Foundation
import StrataOpenGraph
import StrataTesting
import Synchronization
import Testing
import URLEmbeddedViewCompat

/// `cancelLoading`: no callback after it, and the load goes on or ends.
@Suite struct CancelTests {
  /// A loader whose answer waits for the gate.
  private final class HeldLoader: PageLoader {
    let gate = Gate()
    let stub = StubLoader()
    /// Arrived at by each load that was cancelled.
    let end = Gate()

    func load(_ request: PageRequest) async throws(PageLoadError) -> PageResponse {
      do { try await gate.pass() } catch {
        await end.passUncancelled()
        throw PageLoadError(.cancelled, url: request.url)
      }
      return try await stub.load(request)
    }
  }

  private let url = "https://example.com/page"
  private let loader = HeldLoader()
  private let calls = CallCounter()

  private final class CallCounter: Sendable {
    private let number = Atomic<Int>(0)
    var count: Int { number.load(ordering: .relaxed) }
    func call() { number.add(1, ordering: .relaxed) }
  }

  private func start(_ provider: OGDataProvider) async throws -> OGDataTask {
    let task = provider.fetchOGData(withURLString: url) { [calls] _, _ in calls.call() }
    try await loader.gate.waitForArrivals(1)
    return task
  }

  @Test func `a load that is to go on fills the cache and calls nobody`() async throws {
    loader.stub.set(url, title: "Loaded")
    let manager = DictionaryManager()
    let provider = OGDataProvider(cacheManager: manager, loader: loader)
    let task = try await start(provider)
    provider.cancelLoading(task, shouldContinueDownloading: true)
    #expect(task.isCancelled)
    loader.gate.open()
    // A second one finds what the first brought, in the manager or still on its way.
    #expect(await answers(provider, url, count: 1).map(\.data.pageTitle) == ["Loaded"])
    #expect(loader.stub.count(url) == 1)
    provider.callbackQueue.sync {}
    #expect(calls.count == 0)
  }

  @Test func `a load that nobody else waits for ends`() async throws {
    loader.stub.set(url, title: "Loaded")
    let provider = OGDataProvider(cacheManager: DictionaryManager(), loader: loader)
    let task = try await start(provider)
    provider.cancelLoading(task, shouldContinueDownloading: false)
    try await loader.end.waitForArrivals(1)
    loader.end.open()
    #expect(loader.stub.count(url) == 0)
    provider.callbackQueue.sync {}
    #expect(calls.count == 0)
  }

  @Test func `who else waits gets the data`() async throws {
    loader.stub.set(url, title: "Loaded")
    let provider = OGDataProvider(cacheManager: OGDataNoCacheManager(), loader: loader)
    let task = try await start(provider)
    let (stream, other) = AsyncStream<String?>.makeStream()
    provider.fetchOGData(withURLString: url) { data, _ in other.yield(data.pageTitle) }
    // Whether it has joined the load by now or comes to it later: the load goes on.
    provider.cancelLoading(task, shouldContinueDownloading: true)
    loader.gate.open()
    var titles = stream.makeAsyncIterator()
    #expect(await titles.next() == "Loaded")
    #expect(calls.count == 0)
  }
}
