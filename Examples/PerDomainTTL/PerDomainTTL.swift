// A stack of memory and disk, with a time to live for each domain.
//
//     swift run PerDomainTTL https://example.com/
// snippet: stack
import Strata
import StrataLMDB
import StrataOpenGraph

func makePreviews(directory: String) throws -> OpenGraphProvider {
  var policy = ExpiryPolicy.linkPreviews  // fresh for 10 days, usable for 30 more if a site is down
  try policy.setRule("news.example.com", CacheOptions(updateInterval: .minutes(15)))
  try policy.setRule("*.example.org", CacheOptions(updateInterval: .days(30)))
  let stack = try TieredCacheManager<OpenGraphData> {
    MemoryCacheManager()
    try LMDBCacheManager(directory: directory, codec: OpenGraphCodec())
  }
  return OpenGraphProvider(stack, policy: policy)
}
// end snippet

@main
enum PerDomainTTL {
  static func main() async throws {
    let url = CommandLine.arguments.dropFirst().first ?? "https://example.com/"
    let previews = try makePreviews(directory: ".strata-cache/per-domain-ttl")

    // snippet: file
    let file = try PolicyFile(
      json5: """
        {
          default: { updateInterval: "10d", grace: "30d" },
          rules: [
            { domains: ["news.example.com"], updateInterval: "15m" },
            { domains: ["*.example.org"], updateInterval: "30d" },
          ],
        }
        """)
    previews.policy = file.policy  // acts at once, also on what is stored
    // end snippet

    for page in [url, "https://news.example.com/", "https://www.example.org/"] {
      let key = try previews.key(for: page)
      print(key.domain ?? "", previews.cache.settings(for: key).updateInterval)
    }

    do {
      // snippet: answer
      let answer = try await previews.answer(for: url)
      print(answer.value?.title ?? "untitled", answer.value?.image?.url ?? "no picture")
      print("from \(answer.source), stale: \(answer.isStale)")
      // end snippet
    } catch {
      print("no preview: \(error)")
    }
    try await previews.close()
  }
}
