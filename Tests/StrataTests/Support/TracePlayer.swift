import StrataTesting

@testable import Strata

/// Plays requests to a memory tier of one shard: each key is put in when it is missing.
struct TracePlayer {
  let memory: MemoryCacheManager<Int>

  init(
    _ eviction: EvictionPolicy, _ limits: MemoryLimits,
    cost: @escaping @Sendable (CacheKey, Int?) -> Int = { _, _ in 1 },
    onEviction: (@Sendable (Eviction<Int>) -> Void)? = nil
  ) {
    memory = MemoryCacheManager(
      limits: limits, eviction: eviction, shards: 1, clock: ManualClock().clock, cost: cost,
      onEviction: onEviction)
  }

  init(_ eviction: EvictionPolicy, capacity: Int) {
    self.init(eviction, MemoryLimits(entries: capacity, bytes: nil))
  }

  /// A key whose hash is the same in each process, unlike those of keys made otherwise: what a policy with a
  /// sketch does depends on it.
  static func key(_ number: Int) -> CacheKey {
    var hash = UInt64(bitPattern: Int64(number)) &+ 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ hash >> 30) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ hash >> 27) &* 0x94D0_49BB_1331_11EB
    return CacheKey(normal: "\(number)", hash: hash ^ hash >> 31, domain: 0..<0)
  }

  @discardableResult
  func request(_ number: Int) -> CacheRecord<Int> { memory.fetchOrInsert(Self.key(number)) }

  /// - Returns: How many of the requests were hits.
  func play(_ requests: some Sequence<Int>) -> Int {
    let before = memory.statistics.hits
    for number in requests { request(number) }
    return memory.statistics.hits - before
  }
}
