import Foundation
import Strata
import Synchronization

struct Preview: Sendable { var title: String; var text: String; var image: String }
let n = Int(CommandLine.arguments.dropFirst().first ?? "256") ?? 256
let urls = (0..<n).map { "https://www.example\($0 % 97).com/articles/2026/11/some-long-slug-for-article-\($0)?id=\($0)" }
func p(_ i: Int) -> Preview { Preview(title: "A title that is long enough \(i)", text: "text text text text \(i)", image: "https://img.example.com/\(i).png") }
let memory = MemoryCacheManager<Preview>(limits: MemoryLimits(entries: 4_000_000, bytes: nil))
let lower = MemoryCacheManager<Preview>(limits: MemoryLimits(entries: 4_000_000, bytes: nil))
let stack = TieredCacheManager<Preview> { memory; lower }
let cache = Cache(stack, policy: ExpiryPolicy(updateInterval: .days(10))) { key in p(0) }
let dict = Mutex<[String: Preview]>([:])
for (i, u) in urls.enumerated() { let k = try CacheKey(url: u); try await cache.insert(p(i), for: k); dict.withLock { $0[u] = p(i) } }
let keys = try urls.map { try CacheKey(url: $0) }
var order = (0..<1_000_000).map { _ in Int.random(in: 0..<n) }
func time(_ name: String, _ body: () async throws -> Int) async rethrows {
  for _ in 0..<2 {
  let c = ContinuousClock(); let s = c.now; let r = try await body(); let d = c.now - s
  print(name, Double(d.components.attoseconds) / 1e18 * 1e9 / 1e6 + Double(d.components.seconds) * 1000, "ns", r)
  }
}
for _ in 0..<2 {
await time("dict") { var s = 0; for i in order { if let v = dict.withLock({ $0[urls[i]] }) { s &+= v.title.utf8.count } }; return s }
try await time("key build") { var s = 0; for i in order { s &+= Int(truncatingIfNeeded: try CacheKey(url: urls[i]).hash) }; return s }
await time("key hash only") { var s = 0; for i in order { s &+= Int(truncatingIfNeeded: CacheKey(urls[i]).hash) }; return s }
await time("memory fetch") { var s = 0; for i in order { if let v = memory.fetchIfReady(keys[i]) { s &+= Int(truncatingIfNeeded: v.stamp.rawValue) } }; return s }
await time("tiered ready") { var s = 0; for i in order { if let v = stack.fetchIfReady(keys[i]) { s &+= Int(truncatingIfNeeded: v.stamp.rawValue) } }; return s }
await time("cache freshAnswer") { var s = 0; for i in order { if let v = cache.freshAnswer(for: keys[i]) { s &+= Int(truncatingIfNeeded: v.record.stamp.rawValue) } }; return s }
try await time("cache value async") { var s = 0; for i in order { s &+= try await cache.value(for: keys[i]).title.utf8.count }; return s }
try await time("whole: url to value") { var s = 0; for i in order { s &+= try await cache.value(for: try CacheKey(url: urls[i])).title.utf8.count }; return s }
}
