import StrataTesting
import Testing

@testable import Strata

@Suite struct BackfillTests {
  static func stack(_ time: ManualClock, _ count: Int = 3) -> (
    TieredCacheManager<String>, [MemoryCacheManager<String>]
  ) {
    let managers = (0..<count).map {
      MemoryCacheManager<String>(name: "m\($0)", shards: 1, clock: time.clock)
    }
    return (TieredCacheManager(managers, clock: time.clock), managers)
  }

  // CB34, CB166
  @Test func aCopyKeepsDatesStampAndTimeToLive() async throws {
    let time = ManualClock()
    let (stack, managers) = Self.stack(time)
    let record = CacheRecord(
      value: "v", stamp: time.clock.nextStamp(), timeToLive: .seconds(10),
      validators: Validators(entityTag: "\"x\""), tags: ["t"], clock: time.clock)
    managers[2].updateIfNeeded(record, for: "k", asOf: record.stamp)
    time.advance(by: .seconds(9))
    #expect(try await stack.locate("k")?.tier == "m2")
    for manager in managers {
      #expect(manager.fetch("k")?.metadata == record.metadata)
    }
    #expect(try await stack.locate("k")?.tier == "m0")
  }

  // CB166, CB131
  @Test func aCopyIsStaleWhenTheOriginalIs() async throws {
    let below = DictionaryManager()
    let bench = Bench(lower: [Tier(below)]) { $0.updateInterval = .seconds(10) }
    _ = await bench.cache.outcome("k")
    bench.memory.trim(toShare: 0)
    bench.time.advance(by: .seconds(5))
    #expect(await bench.cache.outcome("k") == .fresh("k1"))
    bench.origin.fail()
    bench.time.advance(by: .seconds(5) - .nanoseconds(1))
    #expect(await bench.cache.outcome("k") == .fresh("k1"))
    bench.time.advance(by: .nanoseconds(1))
    #expect(await bench.cache.outcome("k") == .failed(.loadFailed))
    bench.time.advance(by: .seconds(4))
    #expect(await bench.cache.outcome("k", mode: .cacheOnly) == .failed(.notCached))
  }

  // CB167
  @Test func whatNeverExpiresStaysSoInEveryTier() async throws {
    let below = DictionaryManager()
    let bench = Bench(lower: [Tier(below)]) {
      $0.jitter = 0.5
      $0.failureInterval = .hours(1)
    }
    bench.origin.set { _ in .value("v", LoadDetails(timeToLive: .never)) }
    _ = await bench.cache.outcome("k")
    bench.memory.trim(toShare: 0)
    bench.time.advance(by: .days(36_500))
    #expect(await bench.cache.outcome("k") == .fresh("v"))
    #expect(bench.memory.fetch("k")?.timeToLive == .never)
  }

  // CB62, CB12
  @Test func readsNeverExtendALife() async throws {
    let bench = Bench(lower: [Tier(DictionaryManager())]) { $0.updateInterval = .seconds(60) }
    _ = await bench.cache.outcome("k")
    for _ in 1..<60 {
      bench.time.advance(by: .seconds(1))
      if Bool.random() { bench.memory.trim(toShare: 0) }
      #expect(await bench.cache.outcome("k") == .fresh("k1"))
    }
    bench.time.advance(by: .seconds(1))
    #expect(bench.cache.freshAnswer(for: "k") == nil)
    #expect(await bench.cache.outcome("k") == .fresh("k2"))
  }

  @Test func inEveryOrderOfArrivalTheNewestStands() async throws {
    let time = ManualClock()
    let records = (0..<4).map { CacheRecord.filled("\($0)", clock: time.clock) }
    for order in permutations(Array(0..<4)) {
      let (stack, managers) = Self.stack(time, 2)
      for index in order {
        try await stack.updateIfNeeded(records[index], for: "k")
        let newest = order[...(order.firstIndex(of: index) ?? 0)].max() ?? 0
        for manager in managers { #expect(manager.fetch("k")?.value == "\(newest)") }
      }
    }
  }

  // CB57, CB80
  @Test func aNewerRecordBelowReplacesAnOlderOneAboveWhenLookedFor() async throws {
    let time = ManualClock()
    let (stack, managers) = Self.stack(time, 2)
    let old = CacheRecord.filled("old", clock: time.clock)
    let new = CacheRecord.filled("new", clock: time.clock)
    managers[0].updateIfNeeded(old, for: "k", asOf: old.stamp)
    managers[1].updateIfNeeded(new, for: "k", asOf: new.stamp)
    #expect(try await stack.locateNewest("k")?.record === new)
    #expect(managers[0].fetch("k") === new)
  }

  // CB80, CB50
  @Test func whatATierCanNotHoldLeavesNoOlderCopyThere() async throws {
    let time = ManualClock()
    let upper = MemoryCacheManager<String>(shards: 1, clock: time.clock)
    let small = HookedManager(DictionaryManager(), name: "small")
    let stack = TieredCacheManager<String>([upper, small], clock: time.clock)
    let old = CacheRecord.filled("old", clock: time.clock)
    try await stack.updateIfNeeded(old, for: "k")
    small.on(.update) { key throws(CacheError) in
      throw CacheError(.tooLarge, tier: "small", key: key, message: "too large")
    }
    let new = CacheRecord.filled("new", clock: time.clock)
    #expect(try await stack.updateIfNeeded(new, for: "k"))
    upper.trim(toShare: 0)
    #expect(await stack.stored("k") == nil)
    #expect(stack.tiers[1].isHealthy)
  }

  // CB183
  @Test func aBatchOfKeysIsReadAsEachOfThemIs() async throws {
    let time = ManualClock()
    let (stack, managers) = Self.stack(time)
    let keys = (0..<6).map { CacheKey("\($0)") }
    for (index, key) in keys.prefix(4).enumerated() {
      let record = CacheRecord.filled("v\(index)", clock: time.clock)
      managers[index % 3].updateIfNeeded(record, for: key, asOf: record.stamp)
    }
    _ = managers[1].fetchOrInsert(keys[4])
    let batch = try await stack.fetch(keys)
    #expect(batch.map { $0?.value } == ["v0", "v1", "v2", "v3", nil, nil])
    #expect(batch[4] != nil && batch[5] == nil)
    for (key, record) in zip(keys, batch) {
      #expect(try await stack.fetch(key)?.metadata == record?.metadata)
    }
    for key in keys.prefix(4) { #expect(managers[0].fetch(key) != nil) }
  }

  @Test func aTierGoesByTheNameThatTheStackGaveIt() async throws {
    let time = ManualClock()
    let stack = TieredCacheManager<String>(clock: time.clock) {
      Tier(MemoryCacheManager<String>(clock: time.clock), name: "near")
      TieredCacheManager<String>(clock: time.clock) {
        Tier(DictionaryManager(), name: "far")
      }
    }
    let cache = Cache(
      stack, policy: Bench.policy { _ in }, clock: time.clock, sweepInterval: nil
    ) { _ in .value("v") }
    _ = await cache.outcome("k")
    #expect(try await cache.answer(for: "k").source == .tier("near"))
    #expect(cache.freshAnswer(for: "k")?.source == .tier("near"))
    try await stack.tiers[0].manager.delete("k", asOf: time.clock.nextStamp())
    #expect(try await cache.answer(for: "k").source == .tier("far"))
    #expect(cache.statistics.stack.parts[0].name == "near")
  }
}

func permutations(_ elements: [Int]) -> [[Int]] {
  guard elements.count > 1 else { return [elements] }
  return elements.flatMap { first in
    permutations(elements.filter { $0 != first }).map { [first] + $0 }
  }
}
