import Strata
import StrataOpenGraph

/// Loads pages for `OGDataProvider`: one load at a time for a URL, whoever asks.
///
/// It is a cache that keeps nothing: what is wanted of it is that callers share a load, each leaves for
/// itself, and the last one to leave ends it.
final class OGDownloads: Sendable {
  private let cache: Cache<OpenGraphData?>

  init(_ fetcher: PreviewFetcher) {
    var policy = ExpiryPolicy(updateInterval: .zero)
    // Failures are for the caller to repeat: nothing is held back.
    var settings = policy.defaults
    settings.retryPause = .zero
    policy = (try? ExpiryPolicy(defaults: settings)) ?? policy
    cache = Cache(
      NoCacheManager<OpenGraphData?>(), policy: policy, breaker: nil, sweepInterval: nil
    ) { context in
      let page = LoadContext<OpenGraphData>(
        key: context.key, previous: nil, settings: context.settings)
      do {
        switch try await fetcher.load(page) {
        case .value(let data, _), .skip(let data): return .skip(data)
        case .unchanged, .absent: return .skip(nil)
        }
      } catch PreviewFailure.content {
        // It came and is no page: it counts as loaded, so that it is not asked again before it is due.
        return .skip(nil)
      }
    }
  }

  /// What a page says; nil when it came but is no page.
  ///
  /// - Parameter store: Called with it before this returns.
  /// - Throws: `CacheError`.
  func data(
    for key: CacheKey, store: (OpenGraphData?) async -> Void
  ) async throws(CacheError) -> OpenGraphData? {
    let data = try await cache.value(for: key)
    await store(data)
    return data
  }
}
