/// The tier in memory: the fastest, bounded in entries and in bytes. By default the least recently used
/// leaves first.
///
/// ```swift
/// let memory = MemoryCacheManager<OpenGraphData>(limits: MemoryLimits(entries: 50_000))
/// ```
///
/// A hit takes one short lock, on one of several shards, and allocates nothing. Limits are split evenly
/// over the shards; order of use is kept in each. Small tiers have one shard, and then the order is exact.
///
/// Values are shared, not copied: a value that is a class instance is the same instance for all readers.
///
/// ## Cost
/// Fetch, update and delete are O(1); removing a scope is O(entries). Beyond key and value an entry takes
/// about 160 bytes.
public final class MemoryCacheManager<Value: Sendable>: CacheManager {
  public let updateInterval: TimeToLive?
  public let name: String

  let core: MemoryCore
  private let cost: @Sendable (CacheKey, Value?) -> Int
  private let listeners: EvictionListeners<Value>
  private let clock: CacheClock
  private let expiry: MemoryExpiry

  /// - Parameters:
  ///   - limits: Default: 10,000 entries, 64 MiB, 1 MiB an entry.
  ///   - updateInterval: For records of this tier; nil leaves it to the policy.
  ///   - name: Default: `memory`.
  ///   - eviction: What goes first when the tier is full.
  ///   - shards: Rounded up to a power of two, 256 at most. Default: by the limits, up to 16.
  ///   - clock: Dates empty records and tells what is dead.
  ///   - cost: The bytes of an entry. Called once an insert, outside of locks.
  ///   - onEviction: Called for each record that leaves, once, with the reason, after it left and outside
  ///     of locks: it may use the manager. It is called by the task whose call made the record leave, which
  ///     waits for it. What its own calls make leave is reported after it returned, not from within it.
  public init(
    limits: MemoryLimits = MemoryLimits(), updateInterval: TimeToLive? = nil,
    name: String = "memory", eviction: EvictionPolicy = .leastRecentlyUsed, shards: Int? = nil,
    clock: CacheClock = .system,
    cost: @escaping @Sendable (CacheKey, Value?) -> Int = { MemoryCost.bytes($0, $1) },
    onEviction: (@Sendable (Eviction<Value>) -> Void)? = nil
  ) {
    var count = 1
    while count < Swift.min(shards ?? limits.sensibleShards, 256) { count *= 2 }
    core = MemoryCore(
      limits: limits, policy: eviction, count: count, isListenedTo: onEviction != nil,
      now: clock.now)
    self.updateInterval = updateInterval
    self.name = name
    self.clock = clock
    self.cost = cost
    let listeners = EvictionListeners(onEviction, tier: name)
    self.listeners = listeners
    expiry = MemoryExpiry(core, interval: updateInterval, clock: clock) { left in
      listeners.report(left)
    }
  }

  public func fetchIfReady(_ key: CacheKey) -> CacheRecord<Value>? {
    core.hit(key).map(Self.typed)
  }

  public func fetch(_ key: CacheKey) -> CacheRecord<Value>? {
    core.shard(key).fetch(key).map(Self.typed)
  }

  public func fetch(_ keys: [CacheKey]) async -> [CacheRecord<Value>?] {
    keys.map { fetch($0) }
  }

  /// The record of a key, as a look before a load: it is no request and no use.
  public func locateNewest(_ key: CacheKey) async -> LocatedRecord<Value>? {
    core.shard(key).peek(key).map { LocatedRecord(record: Self.typed($0), tier: name) }
  }

  public func fetchOrInsert(_ key: CacheKey) -> CacheRecord<Value> {
    let empty = CacheRecord<Value>.empty(clock: clock)
    var left: [MemoryShard.Departure] = []
    let record = core.shard(key).fetchOrInsert(
      key, empty, cost: Swift.max(cost(key, nil), 0), &left)
    report(left)
    return Self.typed(record)
  }

  @discardableResult
  public func updateIfNeeded(_ record: CacheRecord<Value>, for key: CacheKey, asOf began: Stamp)
    -> Bool
  {
    let cost = Swift.max(cost(key, record.value), 0)
    var left: [MemoryShard.Departure] = []
    let index = core.shardIndex(key)
    let (stored, wake) = core.shards[index].update(
      key, record, cost: cost, asOf: began, deadAt: expiry.deadline(key, record.metadata), &left)
    if let wake { expiry.arm(index, at: wake) }
    report(left)
    return stored
  }

  @discardableResult
  public func delete(_ key: CacheKey, asOf stamp: Stamp) -> Bool {
    guard let departure = core.shard(key).delete(key, asOf: stamp) else { return false }
    report([departure])
    return true
  }

  public func remove(_ scope: RemovalScope, asOf stamp: Stamp) async {
    for shard in core.shards { report(shard.remove(scope, asOf: stamp)) }
  }

  /// Shows what the tier holds of a scope, shard by shard, the last to be evicted first in each.
  public func forEachEntry(in scope: RemovalScope, _ body: @Sendable (EntryInfo) -> Bool) async {
    for shard in core.shards {
      for entry in shard.entries(in: scope, tier: name) where !body(entry) { return }
    }
  }

  /// Removes dead records, by the adopted policy; without one there are none.
  @discardableResult
  public func sweep(limit: Int) async -> Int {
    let left = expiry.sweep(limit: limit)
    report(left)
    return left.count
  }

  /// Takes up the policy: from now on entries leave when they are dead, without any traffic.
  public func adopt(_ policy: PolicyReference) {
    expiry.adopt(policy)
  }

  /// Has the events of the records that leave go here.
  public func attach(_ events: CacheEvents) {
    listeners.attach(events)
    for shard in core.shards { shard.attach(events) }
  }

  /// Evicts records, by the policy, until at most a share, 0 to 1, of entries and bytes is left:
  /// what to do when memory is short.
  public func trim(toShare share: Double) {
    for shard in core.shards { report(shard.trim(toShare: Swift.min(Swift.max(share, 0), 1))) }
  }

  /// Puts other limits in force, at once.
  public func setLimits(_ limits: MemoryLimits) {
    for (index, shard) in core.shards.enumerated() {
      report(shard.setLimits(limits.part(index, of: core.shards.count)))
    }
  }

  public var statistics: CacheStatistics {
    var sum = CacheStatistics(name: name)
    for shard in core.shards {
      shard.add(to: &sum)
    }
    return sum
  }

  @inline(__always)
  static func typed(_ record: AnyCacheRecord) -> CacheRecord<Value> {
    // Only records of this type go in.
    unsafeDowncast(record, to: CacheRecord<Value>.self)
  }

  private func report(_ left: [MemoryShard.Departure]) {
    listeners.report(left)
  }
}

extension MemoryCacheManager: ReadyCounting {
  package var readyHits: Int { core.shards.reduce(0) { $0 + $1.readyHits } }
}
