import Strata
import StrataOpenGraph

/// Loads pages for `OGDataProvider`: one load at a time for a URL, whoever asks.
///
/// It is a cache that keeps nothing: what is wanted of it is that callers share a load, each leaves for
/// itself, and the last one to leave ends it. What came is stored before the load counts as over, and a load
/// looks into the manager before it begins: who comes just then does not load again.
final class OGDownloads: Sendable {
  private let cache: Cache<OpenGraphData?>
  private let stores: OGPendingStores

  init(_ fetcher: PreviewFetcher) {
    let stores = OGPendingStores()
    self.stores = stores
    var policy = ExpiryPolicy(updateInterval: .zero)
    // Failures are for the caller to repeat: nothing is held back.
    var settings = policy.defaults
    settings.retryPause = .zero
    // How long a page may take is the loader's to say.
    settings.hardTimeLimit = .unlimited
    policy = (try? ExpiryPolicy(defaults: settings)) ?? policy
    cache = Cache(
      NoCacheManager<OpenGraphData?>(), policy: policy, breaker: nil, sweepInterval: nil
    ) { context in
      if let known = await stores.first(for: context.key)?.look() {
        _ = stores.takeAll(for: context.key)
        return .skip(known)
      }
      let page = LoadContext<OpenGraphData>(
        key: context.key, previous: nil, settings: context.settings)
      let data = try await Self.data(from: fetcher, page)
      for pending in stores.takeAll(for: context.key) { await pending.store(data) }
      return .skip(data)
    }
  }

  private static func data(
    from fetcher: PreviewFetcher, _ page: LoadContext<OpenGraphData>
  ) async throws -> OpenGraphData? {
    do {
      switch try await fetcher.load(page) {
      case .value(let data, _), .skip(let data): return data
      case .unchanged, .absent: return nil
      }
    } catch PreviewFailure.content {
      // It came and is no page: it counts as loaded, so that it is not asked again before it is due.
      return nil
    }
  }

  /// What a page says; nil when it came but is no page.
  ///
  /// - Parameter pending: What the caller wants done: of several with the same manager one stores.
  /// - Throws: `CacheError`.
  func data(
    for key: CacheKey, _ pending: OGPendingStore
  ) async throws(CacheError) -> OpenGraphData? {
    let id = stores.add(pending, for: key)
    let data: OpenGraphData?
    do { data = try await cache.value(for: key) } catch {
      _ = stores.take(id, for: key)
      throw error
    }
    // Who joined at the very end may have come too late for the load to see.
    if let late = stores.take(id, for: key) { await late.store(data) }
    return data
  }
}
