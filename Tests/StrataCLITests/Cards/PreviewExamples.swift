import Strata
import StrataOpenGraph

@testable import StrataCLI

/// Previews to be shown.
enum PreviewExamples {
  static func failed(_ url: String, _ error: CacheError) -> Preview {
    Preview(url: url, outcome: .failure(error), elapsed: .milliseconds(5), age: nil)
  }

  /// A card as it comes out of a cache that holds it.
  static func card(
    _ data: OpenGraphData, at url: String = "https://example.com/page", stale: Bool = false
  ) async throws -> Preview {
    let policy = ExpiryPolicy(updateInterval: stale ? .zero : .never)
    var settings = policy.defaults
    settings.grace = .never
    let cache = Cache(
      MemoryCacheManager<OpenGraphData>(), policy: try ExpiryPolicy(defaults: settings)
    ) { _ in data }
    let key = try CacheKey(url: url)
    try await cache.insert(data, for: key)
    return Preview(
      url: url, outcome: .success(try await cache.answer(for: key, mode: .cacheOnly)),
      elapsed: .microseconds(12), age: .seconds(90))
  }

  static var data: OpenGraphData {
    var data = OpenGraphData()
    data.title = "A title"
    data.description = "Some text."
    data.siteName = "A site"
    data.locale = "en_GB"
    var image = OpenGraphData.Media(url: "https://example.com/a.png")
    image.width = 1_200
    image.height = 630
    image.alt = "A picture"
    data.images = [image]
    return data
  }
}
