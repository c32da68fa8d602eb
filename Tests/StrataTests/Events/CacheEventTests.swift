import StrataTesting
import Testing

@testable import Strata

@Suite struct CacheEventTests {
  @Test func eachDecisionIsOneEventInTheOrderInWhichItWasMade() async throws {
    let bench = Bench(lower: [Tier(DictionaryManager(), name: "below")]) {
      $0.grace = .days(1)
      $0.retryPause = .minutes(1)
    }
    let log = EventLog(bench.cache.events)
    _ = await bench.cache.outcome("k")
    _ = await bench.cache.outcome("k")
    bench.memory.trim(toShare: 0)
    _ = await bench.cache.outcome("k")
    bench.time.advance(by: .days(1))
    bench.origin.fail()
    _ = await bench.cache.outcome("k")
    _ = await bench.cache.outcome("k")
    bench.origin.set { _ in .unchanged() }
    _ = await bench.cache.outcome("k", mode: .refresh)
    try await bench.cache.expire("k")
    try await bench.cache.delete("k")
    bench.cache.policy = bench.cache.policy
    #expect(
      await log.end() == [
        "miss k", "loadStarted k", "loadEnded k value",
        "hit k memory",
        "evicted k memory capacity", "backfilled k memory", "hit k below",
        "loadStarted k", "loadEnded k failed",
        "staleServed k originFailed(\"the origin is down\")",
        "staleServed k throttled",
        "loadStarted k", "evicted k memory replaced", "loadEnded k unchanged",
        "evicted k memory replaced", "removed k",
        "evicted k memory removed", "removed k",
        "policyReplaced",
      ])
  }

  // CB181
  @Test func aListenerWhoNeverTakesItsEventsHoldsUpNothingAndItsLossesAreCounted() async throws {
    let bench = Bench(memory: MemoryLimits(entries: 10))
    let stream = bench.cache.events.stream(buffer: 5)
    for number in 0..<1_000 { _ = await bench.cache.outcome(CacheKey("\(number)")) }
    #expect(bench.memory.statistics.entryCount == 10)
    // A miss, a start and an end each, and an eviction from the eleventh on.
    #expect(bench.cache.statistics.droppedEvents == 3 * 1_000 + 990 - 5)
    bench.cache.events.finish()
    var last: [String] = []
    for await event in stream { last.append(EventLog.name(event)) }
    #expect(last.count == 5)
    #expect(last.last == "loadEnded 999 value")
  }

  @Test func whoStopsListeningIsForgottenAndEveryListenerGetsAllEvents() async throws {
    let bench = Bench()
    #expect(!bench.cache.events.hasListeners)
    let one = EventLog(bench.cache.events)
    do {
      var iterator = bench.cache.events.stream().makeAsyncIterator()
      _ = await bench.cache.outcome("k")
      #expect(await iterator.next().map(EventLog.name) == "miss k")
    }
    _ = await bench.cache.outcome("k")
    #expect(
      await one.end() == ["miss k", "loadStarted k", "loadEnded k value", "hit k memory"])
    #expect(!bench.cache.events.hasListeners)
    // After the end a stream ends at once.
    for await _ in bench.cache.events.stream() { Issue.record("an event after the end") }
  }
}
