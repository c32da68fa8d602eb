import Strata
import StrataTesting
import Testing

@Suite("Domain-partitioned manager")
struct DomainPartitionedCacheManagerTests {
  typealias Manager = DomainPartitionedCacheManager<String>

  let time = ManualClock()
  let factory = PartitionFactory()

  private func record(_ value: String) -> CacheRecord<String> {
    CacheRecord(value: value, stamp: time.clock.nextStamp(), clock: time.clock)
  }

  private func key(_ domain: String) -> CacheKey { CacheKey("k", in: domain) }
  private func key(_ name: String, _ domain: String) -> CacheKey { CacheKey(name, in: domain) }

  private func manager(
    _ factory: PartitionFactory? = nil, limit: Int = 3, idleLimit: Duration? = nil,
    grouping: DomainGrouping = .host, rules: [PartitionRule<String>] = []
  ) -> Manager {
    let factory = factory ?? self.factory
    return Manager(
      groupedBy: grouping, partitionLimit: limit, idleLimit: idleLimit,
      storage: factory.keeps ? .persistent(names: { factory.stored }) : .transient, rules: rules,
      clock: time.clock, makePartition: factory.make)
  }

  @Test("each domain has its own partition, made when something is first stored")
  func madeOnFirstUse() async throws {
    let manager = manager()
    #expect(try await manager.fetch(key("a.example")) == nil)
    #expect(factory.made.isEmpty)
    for domain in ["a.example", "b.example", "a.example"] {
      #expect(try await manager.updateIfNeeded(record("v"), for: key(domain)))
    }
    #expect(factory.made == ["a.example", "b.example"])
    #expect(try await manager.fetch(key("b.example"))?.value == "v")
    #expect(manager.fetchIfReady(key("a.example"))?.value == "v")
  }

  @Test("a noisy domain evicts nothing of another's")
  func noisyDomain() async throws {
    let manager = manager()
    try await manager.updateIfNeeded(record("quiet"), for: key("quiet.example"))
    for index in 0..<100 {
      try await manager.updateIfNeeded(record("loud"), for: key("\(index)", "loud.example"))
    }
    #expect(try await manager.fetch(key("quiet.example"))?.value == "quiet")
    let parts = manager.statistics.parts
    #expect(parts.map(\.name) == ["loud.example", "quiet.example"])
    #expect(parts.map(\.entryCount) == [10, 1])
    #expect(parts.map(\.evictions) == [90, 0])
  }

  @Test("keys without a domain share a partition of their own")
  func withoutDomain() async throws {
    let manager = manager()
    for key in ["x", "y", ""] as [CacheKey] {
      try await manager.updateIfNeeded(record(key.text), for: key)
      #expect(manager.fetchIfReady(key)?.value == key.text)
    }
    #expect(factory.made == [""])
    #expect(manager.statistics.parts.map(\.name) == ["(none)"])
  }

  @Test(
    "beyond the limit the least recently used partition is closed, and its name can be used again")
  func limit() async throws {
    let manager = manager()
    for domain in ["a", "b", "c"] {
      try await manager.updateIfNeeded(record(domain), for: key(domain))
    }
    _ = manager.fetchIfReady(key("a"))
    try await manager.updateIfNeeded(record("d"), for: key("d"))
    #expect(factory.closed == ["b"])
    #expect(try await manager.fetch(key("b")) == nil)
    #expect(manager.fetchIfReady(key("b")) == nil)
    try await manager.updateIfNeeded(record("b"), for: key("b"))
    #expect(factory.closed == ["b", "c"])
    #expect(factory.mostOpen == 3)
    #expect(manager.statistics.updates == 5)
    #expect(manager.statistics.requests == 2)
  }

  @Test("a partition that can't be made fails for its own keys only, with the key and the reason")
  func refusal() async throws {
    let manager = manager()
    factory.refuse(["bad"])
    let error = await #expect(throws: CacheError.self) {
      try await manager.updateIfNeeded(record("v"), for: key("bad"))
    }
    #expect(error?.code == .unavailable)
    #expect(error?.key == key("bad"))
    #expect(error?.underlying is PartitionFactory.Refusal)
    #expect(try await manager.updateIfNeeded(record("v"), for: key("good")))
    factory.refuse([])
    #expect(try await manager.updateIfNeeded(record("v"), for: key("bad")))
    #expect(manager.statistics.errors == 1)
  }

  @Test("a failing partition costs a batch its own keys and no others")
  func batch() async throws {
    let factory = PartitionFactory(keeps: true)
    let manager = manager(factory)
    try await manager.updateIfNeeded(record("1"), for: key("1", "a"))
    try await manager.updateIfNeeded(record("2"), for: key("2", "b"))
    factory.refuse(["bad"])
    let keys = [key("2", "b"), key("x", "bad"), key("1", "a"), key("none", "a")]
    #expect(try await manager.fetch(keys).map { $0?.value } == ["2", nil, "1", nil])
    await #expect(throws: CacheError.self) { try await manager.fetch([key("x", "bad")]) }
    #expect(try await manager.fetch([] as [CacheKey]).isEmpty)
  }

  @Test("a removal by domain reaches that domain and no other")
  func removeDomain() async throws {
    let manager = manager()
    for domain in ["a", "b"] { try await manager.updateIfNeeded(record(domain), for: key(domain)) }
    try await manager.removeAll(inDomain: "a", asOf: time.clock.nextStamp())
    try await manager.removeAll(inDomain: "never-seen", asOf: time.clock.nextStamp())
    #expect(try await manager.fetch(key("a")) == nil)
    #expect(try await manager.fetch(key("b"))?.value == "b")
    #expect(factory.made == ["a", "b"])
  }

  @Test("a write begun before a removal is refused, though its partition was closed in between")
  func ledgerOutlivesPartition() async throws {
    let manager = manager(limit: 1)
    let early = (0..<3).map { _ in record("early") }
    let keys = ["a", "b", "c"].map { key($0) }
    try await manager.updateIfNeeded(early[0], for: keys[0])
    try await manager.delete(keys[0], asOf: time.clock.nextStamp())
    try await manager.removeAll(inDomain: "b", asOf: time.clock.nextStamp())
    #expect(try await manager.updateIfNeeded(record("other"), for: key("d")))
    #expect(factory.closed == ["a"])
    #expect(try await !manager.updateIfNeeded(early[0], for: keys[0]))
    #expect(try await !manager.updateIfNeeded(early[1], for: keys[1]))
    #expect(try await manager.updateIfNeeded(early[2], for: keys[2]))
    try await manager.removeAll(asOf: time.clock.nextStamp())
    #expect(try await !manager.updateIfNeeded(early[2], for: keys[2]))
    #expect(try await manager.updateIfNeeded(record("late"), for: keys[0]))
    #expect(manager.statistics.refusedUpdates == 3)
  }

  @Test(
    "removals reach stored partitions that are not open",
    arguments: [RemovalScope.everything, .domain("a"), .tag("t")])
  func storedPartitions(scope: RemovalScope) async throws {
    let factory = PartitionFactory(keeps: true)
    let tagged = CacheRecord(
      value: "a", stamp: time.clock.nextStamp(), tags: ["t"], clock: time.clock)
    let first = manager(factory, limit: 1)
    try await first.updateIfNeeded(tagged, for: key("a"))
    try await first.updateIfNeeded(record("b"), for: key("b"))
    try await first.close()
    #expect(factory.openCount == 0)

    let second = manager(factory, limit: 1)
    try await second.remove(scope, asOf: time.clock.nextStamp())
    #expect(try await second.fetch(key("a")) == nil)
    #expect(try await second.fetch(key("b"))?.value == (scope == .everything ? nil : "b"))
    #expect(
      try await second.delete(key("b"), asOf: time.clock.nextStamp()) == (scope != .everything))
    #expect(factory.mostOpen == 1)
  }

  @Test(
    "a stored partition given as transient is refused, before it can bring back what was removed")
  func undeclaredStorage() async throws {
    let stored = MemoryCacheManager<String>()
    stored.updateIfNeeded(record("old"), for: key("a"), asOf: .max)
    let manager = Manager { _ in stored }
    let error = await #expect(throws: CacheError.self) {
      try await manager.updateIfNeeded(record("new"), for: key("a"))
    }
    #expect(error?.code == .invalidConfiguration)
    #expect(error?.hint == "give the storage as .persistent(names:)")
  }

  @Test("idle partitions are closed by a sweep")
  func idle() async throws {
    let manager = manager(idleLimit: .minutes(10))
    try await manager.updateIfNeeded(record("a"), for: key("a"))
    try await manager.updateIfNeeded(record("b"), for: key("b"))
    time.advance(by: .minutes(8))
    _ = manager.fetchIfReady(key("b"))
    time.advance(by: .minutes(8))
    try await manager.sweep(limit: 100)
    #expect(factory.closed == ["a"])
  }

  @Test("a partition's interval comes from its rule, then from itself, then from the manager")
  func intervals() async throws {
    let manager = Manager(
      partitionLimit: 1,
      rules: [
        try PartitionRule("news.example", updateInterval: .minutes(15)),
        try PartitionRule("*.example.org", updateInterval: .never),
      ],
      updateInterval: .hours(1), makePartition: factory.make)
    #expect(manager.updateInterval(for: key("news.example")) == .minutes(15))
    #expect(manager.updateInterval(for: key("a.b.example.org")) == .never)
    #expect(manager.updateInterval(for: key("example.org")) == .hours(1))
    #expect(manager.shortestUpdateInterval == .minutes(15))
    try await manager.updateIfNeeded(record("q"), for: key("quick.example"))
    #expect(manager.updateInterval(for: key("quick.example")) == .seconds(1))
    #expect(manager.shortestUpdateInterval == .seconds(1))
    try await manager.updateIfNeeded(record("o"), for: key("other"))
    #expect(factory.closed == ["quick.example"])
    #expect(manager.updateInterval(for: key("quick.example")) == .seconds(1))
  }

  @Test("hosts of one registrable domain share a partition, unless a rule is for a host alone")
  func grouping() async throws {
    let shared = MemoryCacheManager<String>()
    let manager = manager(
      limit: 10,
      grouping: .registrableDomain { host in
        host.hasSuffix("example.com") ? "example.com" : nil
      },
      rules: [
        try PartitionRule("news.example.com", updateInterval: .minutes(1)),
        try PartitionRule("example.com", updateInterval: .minutes(2)),
        try PartitionRule("*.shared.example", manager: shared),
      ])
    let hosts = [
      "example.com", "a.example.com", "news.example.com", "other", "x.shared.example",
      "y.shared.example",
    ]
    for host in hosts { try await manager.updateIfNeeded(record(host), for: key(host)) }
    #expect(factory.made == ["example.com", "news.example.com", "other"])
    #expect(manager.updateInterval(for: key("a.example.com")) == .minutes(2))
    #expect(manager.updateInterval(for: key("news.example.com")) == .minutes(1))
    #expect(shared.statistics.entryCount == 2)
    try await manager.removeAll(inDomain: "a.example.com", asOf: time.clock.nextStamp())
    try await manager.removeAll(inDomain: "x.shared.example", asOf: time.clock.nextStamp())
    var left: [String] = []
    for host in hosts where try await manager.fetch(key(host)) != nil { left.append(host) }
    #expect(left == ["example.com", "news.example.com", "other", "y.shared.example"])
  }

  @Test("a manager that can't remove by domain is emptied where it has but one")
  func plainPartitions() async throws {
    let manager = Manager { _ in EverythingOnly() }
    try await manager.updateIfNeeded(record("a"), for: key("a"))
    try await manager.removeAll(inDomain: "a", asOf: time.clock.nextStamp())
    #expect(try await manager.fetch(key("a")) == nil)
  }

  @Test("after closing every call throws, and a second close does nothing")
  func closes() async throws {
    let manager = manager()
    try await manager.updateIfNeeded(record("a"), for: key("a"))
    try await manager.close()
    try await manager.close()
    #expect(factory.openCount == 0)
    #expect(manager.fetchIfReady(key("a")) == nil)
    let error = await #expect(throws: CacheError.self) { try await manager.fetch(key("a")) }
    #expect(error?.code == .closed)
    #expect(error?.key == key("a"))
  }
}

/// Removes everything or nothing.
private final class EverythingOnly: CacheManager {
  let base = MemoryCacheManager<String>()
  var updateInterval: TimeToLive? { nil }
  func fetch(_ key: CacheKey) -> CacheRecord<String>? { base.fetch(key) }
  func fetchOrInsert(_ key: CacheKey) -> CacheRecord<String> { base.fetchOrInsert(key) }
  func updateIfNeeded(
    _ record: CacheRecord<String>, for key: CacheKey, asOf began: Stamp
  ) -> Bool { base.updateIfNeeded(record, for: key, asOf: began) }
  func delete(_ key: CacheKey, asOf stamp: Stamp) -> Bool { base.delete(key, asOf: stamp) }
  func remove(_ scope: RemovalScope, asOf stamp: Stamp) async throws(CacheError) {
    guard scope == .everything else { throw CacheError(.unsupported, message: "everything only") }
    await base.remove(scope, asOf: stamp)
  }
}
