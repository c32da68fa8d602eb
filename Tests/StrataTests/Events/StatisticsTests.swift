import StrataTesting
import Testing

@testable import Strata

@Suite struct StatisticsTests {
  // CB109, CB175
  @Test func oneRequestIsOneHitOrOneMissAtEachLevelThatItComesTo() async throws {
    let time = ManualClock()
    let upper = MemoryCacheManager<String>(name: "upper", clock: time.clock)
    let lower = MemoryCacheManager<String>(name: "lower", clock: time.clock)
    let stack = TieredCacheManager<String>([upper, lower], clock: time.clock)
    func counts() -> [[Int]] {
      let all = stack.statistics
      return ([all] + all.parts).map { [$0.hits, $0.misses] }
    }
    _ = try await stack.fetch("k")
    #expect(counts() == [[0, 1], [0, 1], [0, 1]])
    let record = CacheRecord.filled("v", clock: time.clock)
    lower.updateIfNeeded(record, for: "k", asOf: record.stamp)
    _ = try await stack.fetch("k")
    #expect(counts() == [[1, 1], [0, 2], [1, 1]])
    _ = try await stack.fetch("k")
    #expect(counts() == [[2, 1], [1, 2], [1, 1]])
    _ = stack.fetchIfReady("k")
    #expect(counts() == [[3, 1], [2, 2], [1, 1]])
    _ = try await stack.fetch(["k", "none"])
    #expect(counts() == [[4, 2], [3, 3], [1, 2]])
    _ = try await stack.fetchOrInsert("k")
    #expect(counts() == [[5, 2], [4, 3], [1, 2]])
    #expect(stack.statistics.requests == 7)
  }

  @Test func aCallOfACacheIsOneRequestHoweverOftenTheStackIsLookedAt() async throws {
    let bench = Bench(lower: [Tier(MemoryCacheManager<String>(name: "below"))])
    func counts() -> [[Int]] {
      let all = bench.cache.statistics.stack
      return ([all] + all.parts).map { [$0.hits, $0.misses] }
    }
    _ = await bench.cache.outcome("k")
    #expect(counts() == [[0, 1], [0, 1], [0, 1]])
    _ = await bench.cache.outcome("k")
    #expect(counts() == [[1, 1], [1, 1], [0, 1]])
    // One that is known and was never filled is counted once as well.
    _ = bench.memory.fetchOrInsert("empty")
    let before = bench.memory.statistics.requests
    _ = await bench.cache.outcome("empty")
    #expect(bench.memory.statistics.requests == before + 1)
  }

  // CB175
  @Test func aTierThatFailsOrHasAnExpiredRecordIsCountedForWhatItIs() async throws {
    let broken = HookedManager(DictionaryManager(), name: "broken")
    let bench = Bench(lower: [Tier(broken)]) { $0.updateInterval = .seconds(1) }
    broken.on(.fetch) { key throws(CacheError) in
      throw CacheError(.corrupted, tier: "broken", key: key, message: "bad bytes")
    }
    _ = await bench.stack.stored("k")
    #expect(bench.stack.statistics.misses == 1)
    #expect(bench.stack.statistics.parts[1].errors == 1)
    // Bytes that don't check out are no fault of the tier as a whole.
    #expect(bench.stack.tiers[1].isHealthy)
  }
}
