import Strata

/// A memory tier of a policy, which keys are asked of and put in when they are missing.
struct PolicyTier: Contender {
  let name: String
  let keys: [CacheKey]
  let memory: MemoryCacheManager<Int>

  /// - Parameter shards: Nil for as many as the tier would have by itself.
  init(_ name: String, _ policy: EvictionPolicy, keys: [CacheKey], capacity: Int, shards: Int?) {
    self.name = name
    self.keys = keys
    memory = MemoryCacheManager(
      limits: MemoryLimits(entries: capacity, bytes: nil), eviction: policy, shards: shards,
      cost: { _, _ in 1 })
  }

  /// A tier with each policy, which has been asked for all keys.
  static func ofEachPolicy(keys: [CacheKey], capacity: Int) -> [PolicyTier] {
    let tiers = [
      PolicyTier("LRU", .leastRecentlyUsed, keys: keys, capacity: capacity, shards: nil),
      PolicyTier("W-TinyLFU", .windowTinyLFU, keys: keys, capacity: capacity, shards: nil),
    ]
    for tier in tiers {
      for key in keys { _ = tier.memory.fetchOrInsert(key) }
    }
    return tiers
  }

  func run(_ plan: AccessPlan, _ range: Range<Int>) -> UInt64 {
    var sum: UInt64 = 0
    for index in range {
      let record = memory.fetchOrInsert(keys[plan[index]])
      sum &+= record.updateDate == nil ? 1 : 0
    }
    return sum
  }

  /// The hits of a whole trace.
  func hits(_ trace: Trace) -> Int {
    for request in trace.requests { _ = memory.fetchOrInsert(keys[Int(request)]) }
    return memory.statistics.hits
  }

  /// Reads alone, as they are done for a value that is ready.
  struct Reads: Contender {
    let tier: PolicyTier

    var name: String { tier.name }

    /// Gives each of the tier's keys a value.
    init(_ tier: PolicyTier) {
      self.tier = tier
      for (number, key) in tier.keys.enumerated() {
        let record = CacheRecord(value: number, stamp: CacheClock.system.nextStamp())
        tier.memory.updateIfNeeded(record, for: key, asOf: record.stamp)
      }
    }

    func run(_ plan: AccessPlan, _ range: Range<Int>) -> UInt64 {
      let keys = tier.keys
      let memory = tier.memory
      var sum: UInt64 = 0
      for index in range {
        if let record = memory.fetchIfReady(keys[plan[index]]) { sum &+= record.stamp.rawValue }
      }
      return sum
    }
  }
}
