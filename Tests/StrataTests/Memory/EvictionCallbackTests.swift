import StrataTesting
import Synchronization
import Testing

@testable import Strata

@Suite struct EvictionCallbackTests {
  /// A tier of ten entries whose callback a test sets.
  final class Called: Sendable {
    let clock = ManualClock().clock
    private let action = Mutex<(@Sendable (Eviction<String>) -> Void)?>(nil)
    private let held = Mutex<MemoryCacheManager<String>?>(nil)

    var memory: MemoryCacheManager<String> { held.withLock { $0! } }

    init() {
      let made = MemoryCacheManager<String>(
        limits: MemoryLimits(entries: 10), shards: 1, clock: clock,
        onEviction: { [weak self] in self?.action.withLock { $0 }?($0) })
      held.withLock { $0 = made }
    }

    func onEviction(_ action: (@Sendable (Eviction<String>) -> Void)?) {
      self.action.withLock { $0 = action }
    }

    func put(_ key: CacheKey, _ value: String = "v") {
      let record = CacheRecord.filled(value, clock: clock)
      memory.updateIfNeeded(record, for: key, asOf: record.stamp)
    }
  }

  // CB88, CB177
  @Test func aCallbackMayUseTheTierInEveryWay() async {
    let called = Called()
    let calls = Atomic(0)
    called.onEviction { eviction in
      calls.add(1, ordering: .relaxed)
      _ = called.memory.fetch(eviction.key)
      _ = called.memory.statistics
      called.memory.delete(eviction.key, asOf: called.clock.nextStamp())
      if calls.load(ordering: .relaxed) % 7 == 0 { called.memory.trim(toShare: 0.5) }
    }
    for number in 0..<1_000 {
      called.put(CacheKey("\(number)"))
      called.memory.checkInvariants()
    }
    await called.memory.remove(.everything, asOf: called.clock.nextStamp())
    #expect(called.memory.statistics.entryCount == 0)
    #expect(calls.load(ordering: .relaxed) == 1_000)
  }

  // CB90
  @Test func aCallbackThatPutsBackWhatLeftIsNotCalledFromWithinItself() {
    let called = Called()
    let rest = Atomic(20_000)
    let depth = Atomic(0)
    called.onEviction { eviction in
      #expect(depth.add(1, ordering: .relaxed).newValue == 1)
      defer { depth.subtract(1, ordering: .relaxed) }
      guard rest.subtract(1, ordering: .relaxed).newValue > 0 else { return }
      called.put(eviction.key)
    }
    for number in 0..<1_000 { called.put(CacheKey("\(number)")) }
    #expect(called.memory.statistics.entryCount == 10)
    #expect(rest.load(ordering: .relaxed) < 0)
    called.memory.checkInvariants()
  }

  @Test func whatATaskThatACallbackStartedMakesLeaveIsReportedToo() async {
    let called = Called()
    let log = EvictionLog()
    let gate = Gate()
    let task = Mutex<Task<Void, Never>?>(nil)
    called.onEviction { eviction in
      log.add(eviction.key, eviction.reason)
      task.withLock { task in
        guard task == nil else { return }
        task = Task {
          await gate.passUncancelled()
          called.memory.trim(toShare: 0)
        }
      }
    }
    for number in 0...10 { called.put(CacheKey("\(number)")) }
    #expect(log.all == ["0 capacity"])
    gate.open()
    await task.withLock { $0 }?.value
    #expect(log.count == 11)
  }

  // CB176
  @Test func eachWayOutHasItsReason() async throws {
    let time = ManualClock()
    let log = EvictionLog()
    let memory = MemoryCacheManager<String>(
      limits: MemoryLimits(entries: 3), shards: 1, clock: time.clock,
      onEviction: { log.add($0.key, $0.reason) })
    let cache = Cache<String>(
      memory, policy: Bench.policy { $0.updateInterval = .hours(1) }, clock: time.clock,
      sweepInterval: nil
    ) { _ in "v" }
    try await cache.insert("1", for: "replaced")
    try await cache.insert("2", for: "replaced")
    try await cache.insert("v", for: "deleted")
    try await cache.delete("deleted")
    try await cache.insert("v", for: "tagged", details: LoadDetails(tags: ["t"]))
    try await cache.removeAll(tagged: "t")
    let inDomain = CacheKey("domain", in: "d")
    try await cache.insert("v", for: inDomain)
    try await cache.removeAll(inDomain: "d")
    try await cache.removeAll()
    for key in ["capacity", "a", "b", "c"] as [CacheKey] { try await cache.insert("v", for: key) }
    time.advance(by: .hours(1))
    try await cache.sweep()
    #expect(
      log.all.prefix(6) == [
        "replaced replaced", "deleted removed", "tagged removed", "d:domain removed",
        "replaced removed", "capacity capacity",
      ])
    #expect(Set(log.all.dropFirst(6)) == ["a expired", "b expired", "c expired"])
    let counts = memory.statistics
    // CB70, CB74
    #expect(counts.updates - counts.removals - counts.evictions - counts.expirations == 1)
    #expect(counts.entryCount == 0 && counts.byteCount == 0)
  }
}
