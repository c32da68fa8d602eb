import Strata

/// An async function whose results are cached.
enum Memoization {
  static func run() async throws {
    // snippet: memoize
    let distance = memoize(
      "distance", over: MemoryCacheManager(), policy: ExpiryPolicy(updateInterval: .days(30)),
      details: { (_: Double, from: String, to: String) in LoadDetails(tags: [from, to]) },
      { (from: String, to: String) in try await route(from, to) })
    print(try await distance("oslo", "bergen"))
    try await distance.cache.removeAll(tagged: "oslo")
    // end snippet
    try await distance.cache.close()
  }

  /// Stands for a service that takes its time.
  static func route(_ from: String, _ to: String) async throws -> Double {
    Double((from + to).utf8.count) * 38.5
  }
}
