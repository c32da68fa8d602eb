import Strata

/// A whole stack, cache over tiers, whose top tier is in memory and holds all keys.
final class StrataStack: Sendable {
  let set: KeySet
  let memory: MemoryCacheManager<Card>
  let cache: Cache<Card>

  init(_ set: KeySet) async throws {
    self.set = set
    let limits = MemoryLimits(entries: set.count * 2 + 1_024, bytes: nil)
    memory = MemoryCacheManager(limits: limits)
    let lower = NoCacheManager<Card>()
    let memory = memory
    let stack = TieredCacheManager<Card> {
      memory
      lower
    }
    cache = Cache(stack, policy: ExpiryPolicy(updateInterval: .days(10))) { key in
      preconditionFailure("a benchmark of hits missed \(key)")
    }
    for (index, url) in URLKeys.make(count: set.count).enumerated() {
      try await cache.insert(Card(index), for: CacheKey(url: url))
    }
  }

  /// A URL's text in, a value out: key, stack, policy, clock.
  var wholePath: WholePath { WholePath(stack: self) }
  /// The same with the key made beforehand.
  var keyedPath: KeyedPath { KeyedPath(stack: self) }
  /// The memory tier alone.
  var memoryTier: MemoryTier { MemoryTier(stack: self) }

  struct WholePath: Contender {
    let name = "Strata, URL to value"
    let stack: StrataStack

    func run(_ plan: AccessPlan, _ range: Range<Int>) async throws -> UInt64 {
      let urls = stack.set.urls
      let cache = stack.cache
      var sum: UInt64 = 0
      for index in range {
        let card = try await cache.value(for: CacheKey(url: urls[plan[index]]))
        sum &+= UInt64(truncatingIfNeeded: card.title.utf8.count)
      }
      return sum
    }
  }

  struct KeyedPath: Contender {
    let name = "Strata, key to value"
    let stack: StrataStack

    func run(_ plan: AccessPlan, _ range: Range<Int>) async throws -> UInt64 {
      let keys = stack.set.keys
      let cache = stack.cache
      var sum: UInt64 = 0
      for index in range {
        let card = try await cache.value(for: keys[plan[index]])
        sum &+= UInt64(truncatingIfNeeded: card.title.utf8.count)
      }
      return sum
    }
  }

  struct MemoryTier: Contender {
    let name = "Strata, memory tier alone"
    let stack: StrataStack

    func run(_ plan: AccessPlan, _ range: Range<Int>) async throws -> UInt64 {
      let keys = stack.set.keys
      let memory = stack.memory
      var sum: UInt64 = 0
      for index in range {
        if let record = memory.fetchIfReady(keys[plan[index]]) {
          sum &+= record.stamp.rawValue
        }
      }
      return sum
    }
  }
}
