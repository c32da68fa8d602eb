import StrataTesting
import Testing

@testable import Strata

@Suite struct ExpireTests {
  // CB172
  @Test func graceIsCountedFromTheExpiryByHand() async throws {
    let bench = Bench {
      $0.updateInterval = .hours(1)
      $0.grace = .seconds(10)
    }
    _ = await bench.cache.outcome("k")
    bench.time.advance(by: .minutes(1))
    #expect(try await bench.cache.expire("k"))
    bench.origin.fail()
    let down = StaleReason.originFailed("the origin is down")
    #expect(await bench.cache.outcome("k") == .stale("k1", down))
    bench.time.advance(by: .seconds(9))
    #expect(await bench.cache.outcome("k") == .stale("k1", down))
    bench.time.advance(by: .seconds(1))
    #expect(await bench.cache.outcome("k") == .failed(.loadFailed))
  }

  // CB102
  @Test func aRecordThatNeverTurnsStaleIsUsableForTheGraceAfterItsExpiryByHand() async throws {
    let bench = Bench {
      $0.updateInterval = .never
      $0.grace = .minutes(1)
    }
    _ = await bench.cache.outcome("k")
    bench.time.advance(by: .days(4_000))
    #expect(await bench.cache.outcome("k") == .fresh("k1"))
    try await bench.cache.expire("k")
    bench.origin.fail()
    bench.time.advance(by: .seconds(59))
    #expect(
      await bench.cache.outcome("k") == .stale("k1", .originFailed("the origin is down")))
    bench.time.advance(by: .seconds(1))
    #expect(await bench.cache.outcome("k") == .failed(.loadFailed))
  }

  // CB173
  @Test func withoutGraceAnExpiredRecordLeavesAtOnceAndIsReleased() async throws {
    let log = EvictionLog()
    let time = ManualClock()
    let memory = MemoryCacheManager<String>(
      clock: time.clock, onEviction: { log.add($0.key, $0.reason) })
    let cache = Cache(
      memory, policy: Bench.policy { _ in }, clock: time.clock, sweepInterval: nil
    ) { _ in .value("v") }
    _ = await cache.outcome("k")
    #expect(try await cache.expire("k"))
    #expect(memory.statistics.entryCount == 0)
    #expect(memory.statistics.byteCount == 0)
    #expect(log.all == ["k removed"])
  }

  @Test func expiringAStaleRecordDoesNotBeginItsGraceAnew() async throws {
    let bench = Bench {
      $0.updateInterval = .seconds(10)
      $0.grace = .seconds(10)
    }
    _ = await bench.cache.outcome("k")
    bench.origin.fail()
    for second in stride(from: 12, to: 20, by: 2) {
      bench.time.advance(by: .seconds(second == 12 ? 12 : 2))
      try await bench.cache.expire("k")
      #expect(
        await bench.cache.outcome("k") == .stale("k1", .originFailed("the origin is down")))
    }
    bench.time.advance(by: .seconds(2))
    #expect(await bench.cache.outcome("k") == .failed(.loadFailed))
  }

  @Test func aLoadThatBeganBeforeTheExpiryDoesNotMakeTheRecordFreshAgain() async throws {
    for isFilled in [false, true] {
      let bench = Bench { $0.grace = .days(1) }
      if isFilled { _ = await bench.cache.outcome("k") }
      let gate = Gate()
      bench.origin.set { _ in
        try await gate.pass()
        return .value("before")
      }
      let load = Task { await bench.cache.outcome("k", mode: .refresh) }
      try await gate.waitForArrivals(1)
      #expect(try await bench.cache.expire("k") == isFilled)
      gate.open()
      #expect(await load.value == .fresh("before"))
      bench.origin.set { _ in .value("after") }
      #expect(await bench.cache.outcome("k") == .fresh("after"))
    }
  }

  @Test func anExpiryBesideADeletionDoesNotBringTheRecordBack() async throws {
    let slow = HookedManager(DictionaryManager())
    let bench = Bench(lower: [Tier(slow)]) { $0.grace = .days(1) }
    _ = await bench.cache.outcome("k")
    // The expiry has read the record, and is held.
    let gate = Gate()
    slow.on(.fetch, .after) { _ in await gate.passUncancelled() }
    let expiry = Task { try await bench.cache.expire("k") }
    try await gate.waitForArrivals(1)
    try await bench.cache.delete("k")
    gate.open()
    _ = try await expiry.value
    bench.origin.fail()
    #expect(await bench.cache.outcome("k") == .failed(.loadFailed))
    #expect(await bench.stack.stored("k") == nil)
  }

  @Test func anExpiryBesideTheRemovalOfSomethingElseStillExpires() async throws {
    let slow = HookedManager(MemoryCacheManager<String>())
    let bench = Bench(lower: [Tier(slow)]) { $0.grace = .days(1) }
    _ = await bench.cache.outcome("k")
    let gate = Gate()
    slow.on(.fetch, .after) { _ in await gate.passUncancelled() }
    let expiry = Task { try await bench.cache.expire("k") }
    try await gate.waitForArrivals(1)
    try await bench.cache.removeAll(tagged: "other")
    gate.open()
    #expect(try await expiry.value)
    #expect(await bench.cache.outcome("k") == .fresh("k2"))
  }

  // CB40
  @Test func aPlainReadDoesNotDestroyWhatWasExpiredByTag() async throws {
    let bench = Bench { $0.grace = .days(1) }
    bench.origin.set { _ in .value("v", LoadDetails(tags: ["t"])) }
    _ = await bench.cache.outcome("k")
    #expect(try await bench.cache.expire(.tag("t")) == 1)
    #expect(bench.cache.freshAnswer(for: "k") == nil)
    bench.origin.fail()
    #expect(
      await bench.cache.outcome("k") == .stale("v", .originFailed("the origin is down")))
  }

  @Test func expiringATagLeavesLoadsUnderWayOfOtherRecordsAlone() async throws {
    let bench = Bench { $0.grace = .days(1) }
    _ = await bench.cache.outcome("k")
    let gate = Gate()
    bench.origin.set { _ in
      try await gate.pass()
      return .value("new")
    }
    let load = Task { await bench.cache.outcome("k", mode: .refresh) }
    try await gate.waitForArrivals(1)
    try await bench.cache.expire(.tag("t"))
    #expect(bench.cache.freshAnswer(for: "k")?.value == "k1")
    gate.open()
    _ = await load.value
    #expect(bench.cache.freshAnswer(for: "k")?.value == "new")
  }
}
