import StrataTesting
import Testing

@testable import Strata

@Suite struct TierHealthTests {
  /// Memory above a hooked dictionary that opens its breaker at the third failure.
  struct Stack: Sendable {
    let bench: Bench
    let below: HookedManager
    let dictionary: DictionaryManager
    var tier: Tier<String> { bench.stack.tiers[1] }

    init(backlog: Int = 10_000, limit: TimeLimit = .unlimited) {
      dictionary = DictionaryManager()
      below = HookedManager(dictionary, name: "below")
      bench = Bench(
        lower: [
          Tier(
            below, timeLimit: limit,
            breaker: CircuitBreaker.Limits(failures: 3, pause: .seconds(30)),
            backlogLimit: backlog)
        ]
      ) { $0.grace = .days(9) }
    }
  }

  // CB163, CB175
  @Test func aTierThatFailsIsAMissAnEventAndACounterAndNoError() async throws {
    let stack = Stack()
    let log = EventLog(stack.bench.cache.events)
    stack.below.fail(.inputOutput)
    #expect(await stack.bench.cache.outcome("k") == .fresh("k1"))
    #expect(await stack.bench.cache.outcome("k") == .fresh("k1"))
    // The read, the flight's look, the write.
    #expect(stack.bench.cache.statistics.stack.parts[1].errors == 3)
    #expect(
      await log.end() == [
        "tierFailed below inputOutput", "miss k", "tierFailed below inputOutput",
        "loadStarted k", "tierFailed below inputOutput", "breakerOpened below",
        "loadEnded k value", "hit k memory",
      ])
  }

  @Test func aTierWhoseBreakerIsOpenIsLeftAloneAndThenProbedOnce() async throws {
    let stack = Stack()
    stack.below.fail(.inputOutput)
    _ = await stack.bench.cache.outcome("k")
    let asked = stack.below.count(.fetch)
    for number in 0..<10 { _ = await stack.bench.cache.outcome(CacheKey("\(number)")) }
    #expect(stack.below.count(.fetch) == asked)
    stack.bench.time.advance(by: .seconds(30))
    _ = await stack.bench.cache.outcome("probe")
    #expect(stack.below.count(.fetch) == asked + 1)
    _ = await stack.bench.cache.outcome("none")
    #expect(stack.below.count(.fetch) == asked + 1)
  }

  @Test func whatATierMissedIsMadeUpForWhenItWorksAgainNewestFirstOfEachKey() async throws {
    let stack = Stack()
    let bench = stack.bench
    try await bench.cache.insert("old", for: "gone")
    try await bench.cache.insert("old", for: "changed")
    stack.below.fail(.inputOutput)
    for round in 1...3 { try await bench.cache.insert("\(round)", for: "changed") }
    for number in 0..<200 { try await bench.cache.insert("v", for: CacheKey("\(number)")) }
    await #expect(throws: CacheError.self) { try await bench.cache.delete("gone") }
    await #expect(throws: CacheError.self) { try await bench.cache.delete("0") }
    // Meanwhile nothing old is used, though the memory has forgotten what is new.
    bench.memory.trim(toShare: 0)
    #expect(await bench.stack.stored("changed") == "3")
    #expect(await bench.stack.stored("gone") == nil)
    stack.below.fail(nil)
    #expect(await bench.stack.stored("gone") == nil)
    bench.time.advance(by: .seconds(30))
    #expect(await bench.stack.stored("gone") == nil)
    await eventually { stack.tier.isHealthy }
    #expect(stack.dictionary["changed"] == "3")
    #expect(stack.dictionary["gone"] == nil)
    #expect(stack.dictionary["0"] == nil)
    for number in 1..<200 { #expect(stack.dictionary[CacheKey("\(number)")] == "v") }
  }

  /// So many other keys are removed meanwhile that a ledger of bounded size takes each key for one of them.
  @Test func whatATierMissedIsMadeUpForHoweverMuchElseIsRemovedMeanwhile() async throws {
    let stack = Stack()
    let cache = stack.bench.cache
    stack.below.fail(.inputOutput)
    for number in 0..<200 { try await cache.insert("v", for: CacheKey("\(number)")) }
    stack.below.on(.delete, run: nil)
    for number in 0..<50_000 { try await cache.delete(CacheKey("other \(number)")) }
    try await cache.delete("0")
    stack.below.fail(nil)
    stack.bench.time.advance(by: .seconds(30))
    _ = await stack.bench.stack.stored("absent")
    await eventually { stack.tier.isHealthy }
    #expect(stack.dictionary["0"] == nil)
    for number in 1..<200 { #expect(stack.dictionary[CacheKey("\(number)")] == "v") }
  }

  @Test func overItsBoundATierIsBypassedAsAWholeAndEmptied() async throws {
    let time = ManualClock()
    let dictionary = MemoryCacheManager<String>(name: "below", clock: time.clock)
    let below = HookedManager(dictionary)
    let upper = MemoryCacheManager<String>(clock: time.clock)
    let stack = TieredCacheManager<String>(clock: time.clock) {
      upper
      Tier(below, breaker: CircuitBreaker.Limits(failures: 1_000), backlogLimit: 3)
    }
    func put(_ value: String, _ key: CacheKey) async throws {
      try await stack.updateIfNeeded(.filled(value, clock: time.clock), for: key)
    }
    try await put("old", "k")
    try await put("old", "other")
    below.fail(.inputOutput)
    try await put("new", "k")
    for number in 0..<4 { try await put("v", CacheKey("\(number)")) }
    upper.trim(toShare: 0)
    below.fail(nil)
    // The write of k was given up: the older one must not be answered with.
    #expect(await stack.stored("k") == nil)
    #expect(await stack.stored("other") == nil)
    await eventually { stack.tiers[1].isHealthy }
    #expect(dictionary.fetch("k") == nil)
    #expect(dictionary.fetch("other") == nil)
    try await put("newer", "k")
    #expect(dictionary.fetch("k")?.value == "newer")
  }

  // CB41
  @Test func aSlowTierIsAMissAfterItsTimeLimitOnTheFirstReadToo() async throws {
    let stack = Stack(limit: .milliseconds(100))
    let gate = Gate()
    stack.below.on(.fetch) { _ in await gate.passUncancelled() }
    let call = Task { await stack.bench.cache.outcome("k") }
    try await gate.waitForArrivals(1)
    let time = stack.bench.time
    for arrival in 1...2 {
      try await gate.waitForArrivals(arrival)
      let limit = time.now.advanced(by: .milliseconds(100))
      await eventually { time.nextDeadline.map { $0 <= limit } ?? false }
      time.advance(by: .milliseconds(100))
    }
    #expect(await call.value == .fresh("k1"))
    #expect(stack.tier.errorCount == 2)
    gate.open()
  }

  @Test func aManagerThatCanNotRemoveByScopeKeepsItsRecordsAndTheyAreNotUsed() async throws {
    let stack = Stack()
    let bench = stack.bench
    let log = EventLog(bench.cache.events)
    let key = CacheKey("1", in: "a.test")
    let kept = CacheKey("1", in: "b.test")
    for key in [key, kept] { try await bench.cache.insert("old", for: key) }
    stack.below.on(.remove, run: nil)
    try await bench.cache.removeAll(inDomain: "a.test")
    bench.memory.trim(toShare: 0)
    #expect(stack.dictionary[key] == "old")
    #expect(await bench.stack.stored(key) == nil)
    #expect(await bench.stack.stored(kept) == "old")
    let removes = stack.below.count(.remove)
    for _ in 0..<10 { _ = await bench.stack.stored(kept) }
    // It is not asked for the same again and again.
    #expect(stack.below.count(.remove) == removes)
    try await bench.cache.insert("new", for: key)
    bench.memory.trim(toShare: 0)
    #expect(await bench.stack.stored(key) == "new")
    let events = await log.end()
    #expect(!events.contains { $0.hasPrefix("tierFailed") }, "\(events)")
  }

  @Test func aTierThatRefusesAnEntryForGoodDoesNotHoldUpWhatElseItMissed() async throws {
    let stack = Stack()
    stack.below.fail(.inputOutput)
    for number in 0..<5 { try await stack.bench.cache.insert("v", for: CacheKey("\(number)")) }
    stack.below.fail(nil)
    stack.below.on(.update) { key throws(CacheError) in
      if key == "2" { throw CacheError(.codec, tier: "below", key: key, message: "no") }
    }
    stack.bench.time.advance(by: .seconds(30))
    _ = await stack.bench.stack.stored("none")
    await eventually { stack.tier.isHealthy }
    for number in [0, 1, 3, 4] { #expect(stack.dictionary[CacheKey("\(number)")] == "v") }
    #expect(stack.dictionary["2"] == nil)
  }

  @Test func aCallerWhoIsCancelledIsNoFailureOfTheTier() async throws {
    let stack = Stack()
    let log = EventLog(stack.bench.cache.events)
    stack.below.fail(.cancelled)
    for number in 0..<10 { _ = await stack.bench.cache.outcome(CacheKey("\(number)")) }
    #expect(stack.tier.errorCount == 0)
    #expect(await !log.end().contains { $0.hasPrefix("tierFailed") || $0.hasPrefix("breaker") })
  }
}
