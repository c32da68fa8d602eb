// A cache manager of one's own as the lower tier of a stack.
//
//     swift run CustomTier
import Strata

@main
enum CustomTier {
  static func main() async throws {
    // snippet: stack
    let stack = try TieredCacheManager<String> {
      MemoryCacheManager()
      try FileCacheManager(directory: ".strata-cache/files")
    }
    let greetings = Cache(stack, policy: ExpiryPolicy(updateInterval: .minutes(1))) { key in
      "Hello, \(key.text)!"
    }
    // end snippet
    for _ in 1...2 {
      let answer = try await greetings.answer(for: "world")
      print(answer.value ?? "", "from", answer.source)
    }
    for tier in greetings.statistics.stack.parts {
      print("\(tier.name): \(tier.hits) hits, \(tier.misses) misses")
    }
    try await greetings.close()
  }
}
