import Strata

/// What a request costs under each eviction policy.
enum EvictionScenario: Scenario {
  static let name = "eviction"
  static let summary = "a hit, and an insert that evicts, by eviction policy"

  static func run(_ arguments: Arguments, _ report: inout Report) async throws {
    for capacity in arguments.isQuick ? [128, 10_000] : [128, 10_000, 1_000_000] {
      // As many keys as fit; then eight times as many, of which most are missing.
      for (work, count) in [("hits", capacity * 3 / 4), ("mostly misses", capacity * 8)] {
        let keys = (0..<count).map { CacheKey("key \($0)") }
        let plan = AccessPlan(.uniform, keys: count)
        let tiers: [PolicyTier] = [
          PolicyTier("LRU", .leastRecentlyUsed, keys: keys, capacity: capacity, shards: nil),
          PolicyTier("W-TinyLFU", .windowTinyLFU, keys: keys, capacity: capacity, shards: nil),
        ]
        for tier in tiers {
          for key in keys { _ = tier.memory.fetchOrInsert(key) }
        }
        for threads in arguments.threads {
          let race = Race(
            contenders: tiers, plan: plan, threads: threads, seconds: arguments.seconds)
          report.add(
            try await race.run(), scenario: name,
            workload: "\(work), tier of \(capacity.shortText), uniform", threads: threads)
        }
      }
    }
  }
}
