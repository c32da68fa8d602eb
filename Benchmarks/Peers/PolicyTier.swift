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
}
