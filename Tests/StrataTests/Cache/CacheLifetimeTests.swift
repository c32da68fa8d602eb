import StrataTesting
import Testing

@testable import Strata

@Suite struct CacheLifetimeTests {
  // CB124, CB14
  @Test func aCacheGoesWithItsLastReferenceAndItsTasksAndStreamsEnd() async throws {
    let time = ManualClock()
    weak var gone: Cache<String>?
    weak var goneStack: TieredCacheManager<String>?
    let stream: AsyncStream<CacheEvent>
    do {
      let stack = TieredCacheManager<String>(clock: time.clock) {
        MemoryCacheManager<String>(clock: time.clock)
        DictionaryManager()
      }
      let cache = Cache<String>(
        stack, policy: Bench.policy { $0.grace = .days(1) }, clock: time.clock
      ) { _ in "v" }
      _ = await cache.outcome("k")
      stream = cache.events.stream()
      gone = cache
      goneStack = stack
      await eventually { time.sleeperCount > 0 }
    }
    await eventually { gone == nil && goneStack == nil }
    await eventually { time.sleeperCount == 0 }
    for await _ in stream {}
  }

  @Test func loadsUnderWayKeepACacheOnlyUntilTheyEnd() async throws {
    let gate = Gate()
    weak var gone: Cache<String>?
    do {
      let bench = Bench {
        $0.grace = .days(9)
        $0.staleWhileRevalidate = .days(9)
      }
      _ = await bench.cache.outcome("k")
      bench.time.advance(by: .days(2))
      bench.origin.set { _ in
        await gate.passUncancelled()
        return .value("late")
      }
      _ = await bench.cache.outcome("k")
      try await gate.waitForArrivals(1)
      gone = bench.cache
    }
    #expect(gone != nil)
    gate.open()
    await eventually { gone == nil }
  }

  // CB14
  @Test func nothingIsScheduledOnceNothingCanExpire() async throws {
    let bench = Bench { $0.hardTimeLimit = .seconds(15) }
    _ = await bench.cache.outcome("k")
    #expect(bench.cache.scheduler.pendingCount == 0)
    #expect(bench.cache.scheduler.nextWake == nil)
    try await bench.cache.delete("k")
    bench.time.advance(by: .days(3))
    await eventually { bench.time.sleeperCount == 0 }
  }
}
