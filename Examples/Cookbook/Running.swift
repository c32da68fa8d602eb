import Strata

/// A cache in a server.
enum Running {
  static func run() async throws {
    let cache = Cache(
      MemoryCacheManager<Int>(), policy: ExpiryPolicy(updateInterval: .minutes(5)),
      load: { key in key.text.count })
    _ = try await cache.value(for: "four")
    // snippet: prometheus
    let page = cache.statistics.prometheusText(cache: "prices")  // for GET /metrics
    // end snippet
    print(page)
    // snippet: reload
    let reloader = PolicyFileReloader(path: "policy.json5") { file in cache.policy = file.policy }
    reloader.watch(every: .seconds(10)) { error in print("the policy is as before: \(error)") }
    // end snippet
    withExtendedLifetime(reloader) {}
    try await cache.close()
  }
}
