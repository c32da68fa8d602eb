import StrataTesting
import Synchronization
import Testing

@testable import Strata

@Suite struct RefreshTests {
  @Test func aRefreshAheadIsStartedByTheFirstReadPastItsShareAndOnlyOnce() async throws {
    let bench = Bench {
      $0.updateInterval = .seconds(100)
      $0.refreshAhead = 0.8
    }
    _ = await bench.cache.outcome("k")
    bench.time.advance(by: .seconds(80) - .nanoseconds(1))
    #expect(await bench.cache.outcome("k") == .fresh("k1"))
    #expect(bench.origin.count == 1)
    bench.time.advance(by: .nanoseconds(1))
    for _ in 0..<10 { _ = await bench.cache.outcome("k") }
    await eventually { bench.cache.flights.count == 0 }
    #expect(bench.origin.count == 2)
    #expect(await bench.cache.outcome("k") == .fresh("k2"))
    // One that nobody reads is left to die.
    bench.time.advance(by: .days(1))
    #expect(bench.origin.count == 2)
  }

  // CB44. What a load uses is what its closure holds, which by its type may be used later and elsewhere.
  @Test func aRefreshRunsAfterItsCallerIsGoneWithWhatTheLoaderHolds() async throws {
    final class Source: Sendable { let value = "from the source" }
    let time = ManualClock()
    let gate = Gate()
    let cache: Cache<String> = {
      let source = Source()
      let load: @Sendable (CacheKey) async throws -> String = { _ in
        await gate.passUncancelled()
        return source.value
      }
      var settings = CacheSettings(updateInterval: .seconds(10))
      settings.jitter = 0
      settings.grace = .seconds(10)
      settings.softTimeLimit = .after(.zero)
      let policy = (try? ExpiryPolicy(defaults: settings)) ?? .linkPreviews
      return Cache(
        MemoryCacheManager(clock: time.clock), policy: policy, clock: time.clock, load: load)
    }()
    try await cache.insert("old", for: "k")
    time.advance(by: .seconds(11))
    let caller = Task { await cache.outcome("k") }
    #expect(await caller.value == .stale("old", .slowOrigin))
    try await gate.waitForArrivals(1)
    gate.open()
    await eventually { cache.flights.count == 0 }
    #expect(await cache.outcome("k") == .fresh("from the source"))
  }

  // CB08
  @Test func aLoadSlowerThanTheIntervalStillBringsNewValues() async throws {
    let bench = Bench {
      $0.updateInterval = .seconds(1)
      $0.grace = .days(1)
      $0.staleWhileRevalidate = .days(1)
    }
    let clock = bench.time.clock
    let start = clock.now
    let loadEnd = Mutex(start)
    bench.origin.set { _ in
      let began = clock.now.duration(since: start)
      let end = clock.now.advanced(by: .seconds(5))
      loadEnd.withLock { $0 = end }
      try await clock.sleep(until: end)
      return .value("\(began.components.seconds)")
    }
    let first = Task { await bench.cache.outcome("k") }
    await eventually { loadEnd.withLock { $0 } > start }
    bench.time.advance(by: .seconds(5))
    _ = await first.value
    for _ in 0..<600 {
      bench.time.advance(by: .milliseconds(100))
      let answer = try await bench.cache.answer(for: "k")
      // The load has begun, or has ended, before the clock moves on.
      await eventually {
        bench.cache.flights.count == 0 || loadEnd.withLock { $0 } > clock.now
      }
      let now = clock.now.duration(since: start)
      let age = now - .seconds(Int(try #require(answer.value)) ?? 0)
      #expect(age <= .seconds(11) + .milliseconds(100))
    }
    #expect(bench.origin.mostRunningOfAKey == 1)
    #expect(bench.origin.count >= 10)
    bench.time.advance(by: .seconds(10))
  }

  // CB06
  @Test func refreshesGoOnAfterEverythingWasRemovedInTheMiddleOfOne() async throws {
    let bench = Bench {
      $0.grace = .days(1)
      $0.staleWhileRevalidate = .days(1)
    }
    _ = await bench.cache.outcome("k")
    bench.time.advance(by: .days(1))
    let gate = Gate()
    bench.origin.set { _ in
      try await gate.pass()
      return .value("x")
    }
    _ = await bench.cache.outcome("k")
    try await gate.waitForArrivals(1)
    try await bench.cache.removeAll()
    gate.open()
    await eventually { bench.cache.counters.runningRefreshes.load(ordering: .relaxed) == 0 }
    _ = await bench.cache.outcome("k")
    for _ in 0..<10 {
      let before = bench.origin.count
      bench.time.advance(by: .days(1))
      _ = await bench.cache.outcome("k")
      await eventually { bench.cache.flights.count == 0 }
      #expect(bench.origin.count == before + 1)
    }
  }

  // CB28
  @Test func aRefreshBehindGoesOnWhenItsReaderIsCancelled() async throws {
    let bench = Bench {
      $0.grace = .days(1)
      $0.staleWhileRevalidate = .days(1)
    }
    _ = await bench.cache.outcome("k")
    bench.time.advance(by: .days(1))
    let reader = Task { await bench.cache.outcome("k") }
    reader.cancel()
    _ = await reader.value
    await eventually { bench.cache.freshAnswer(for: "k") != nil || bench.origin.count == 1 }
    _ = await bench.cache.outcome("k")
    await eventually { bench.cache.freshAnswer(for: "k")?.value == "k2" }
  }

  @Test func refreshesOverTheirLimitAreDroppedAndCounted() async throws {
    let bench = Bench(limits: LoadLimits(refreshes: 3)) {
      $0.grace = .days(1)
      $0.staleWhileRevalidate = .days(1)
    }
    for number in 0..<10 { _ = await bench.cache.outcome(CacheKey("\(number)")) }
    bench.time.advance(by: .days(1))
    let gate = Gate()
    bench.origin.set { _ in
      try await gate.pass()
      return .value("new")
    }
    for number in 0..<10 { _ = await bench.cache.outcome(CacheKey("\(number)")) }
    #expect(bench.cache.statistics.refreshes == 3)
    #expect(bench.cache.statistics.droppedRefreshes == 7)
    gate.open()
    await eventually { bench.cache.flights.count == 0 }
    _ = await bench.cache.outcome("9")
    await eventually { bench.cache.freshAnswer(for: "9")?.value == "new" }
  }

  // CB98
  @Test func afterALongPauseEachKeyIsRefreshedOnceWithinTheLimits() async throws {
    let bench = Bench(limits: LoadLimits(total: 4), memory: MemoryLimits(entries: nil)) {
      $0.updateInterval = .minutes(2)
      $0.refreshAhead = 0.5
      $0.grace = .days(1)
      $0.staleWhileRevalidate = .days(1)
    }
    let keys = (0..<500).map { CacheKey("\($0)") }
    for key in keys { _ = await bench.cache.outcome(key) }
    bench.time.advance(by: .hours(8))
    for _ in 0..<2 {
      for key in keys { _ = await bench.cache.outcome(key) }
    }
    await eventually { bench.cache.flights.count == 0 }
    #expect(bench.origin.count == 1_000)
    #expect(bench.origin.mostRunning <= 4)
  }

  @Test func anUnchangedValueIsFreshAgainUnderItsNewDates() async throws {
    let bench = Bench(lower: [Tier(DictionaryManager())]) { $0.grace = .days(9) }
    _ = await bench.cache.outcome("k")
    bench.time.advance(by: .days(2))
    bench.origin.set { context in
      context.previous == nil ? .value("lost") : .unchanged()
    }
    #expect(await bench.cache.outcome("k") == .fresh("k1"))
    bench.time.advance(by: .hours(23))
    #expect(bench.cache.freshAnswer(for: "k")?.value == "k1")
    #expect(bench.origin.count == 2)
    #expect(bench.origin.offered == [nil, "k1"])
  }

  @Test func aSkippedValueIsAnsweredAndNotStored() async throws {
    let bench = Bench()
    bench.origin.set { _ in .skip("once") }
    #expect(await bench.cache.outcome("k") == .fresh("once"))
    #expect(await bench.stack.stored("k") == nil)
    #expect(await bench.cache.outcome("k") == .fresh("once"))
    #expect(bench.origin.count == 2)
  }

  @Test func aRefreshLooksIntoTheLowerTiersFirst() async throws {
    let below = DictionaryManager()
    let bench = Bench(lower: [Tier(below)]) {
      $0.grace = .days(9)
      $0.staleWhileRevalidate = .days(9)
    }
    _ = await bench.cache.outcome("k")
    bench.time.advance(by: .days(2))
    // Another process has refreshed the shared tier.
    let theirs = CacheRecord.filled("theirs", clock: bench.time.clock)
    _ = below.updateIfNeeded(theirs, for: "k", asOf: theirs.stamp)
    #expect(await bench.cache.outcome("k") == .stale("k1", .revalidating))
    await eventually { bench.cache.freshAnswer(for: "k")?.value == "theirs" }
    #expect(bench.origin.count == 1)
  }
}
