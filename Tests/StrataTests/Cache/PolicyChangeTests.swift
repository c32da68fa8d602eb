import StrataTesting
import Testing

@testable import Strata

@Suite struct PolicyChangeTests {
  @Test func anotherPolicyActsAtOnceOnWhatIsStored() async throws {
    let bench = Bench { $0.updateInterval = .hours(1) }
    _ = await bench.cache.outcome("k")
    bench.time.advance(by: .minutes(30))
    #expect(bench.cache.freshAnswer(for: "k") != nil)
    bench.cache.policy = Bench.policy {
      $0.updateInterval = .minutes(30)
      $0.grace = .minutes(1)
    }
    #expect(bench.cache.freshAnswer(for: "k") == nil)
    bench.origin.fail()
    #expect(
      await bench.cache.outcome("k") == .stale("k1", .originFailed("the origin is down")))
    bench.cache.policy = Bench.policy { $0.updateInterval = .never }
    #expect(await bench.cache.outcome("k") == .fresh("k1"))
  }

  @Test func eachDomainHasItsOwnIntervalAndACallItsOwnOptions() async throws {
    let bench = Bench { $0.updateInterval = .hours(1) }
    var policy = bench.cache.policy
    try policy.setRule("news.test", CacheOptions(updateInterval: .minutes(1)))
    try policy.setRule("**.archive.test", CacheOptions(updateInterval: .never))
    bench.cache.policy = policy
    let news = try CacheKey(url: "https://news.test/")
    let archive = try CacheKey(url: "https://old.archive.test/")
    let other = try CacheKey(url: "https://other.test/")
    for key in [news, archive, other] { _ = await bench.cache.outcome(key) }
    bench.time.advance(by: .minutes(1))
    for key in [news, archive, other] { _ = await bench.cache.outcome(key) }
    #expect([news, archive, other].map(bench.origin.count(of:)) == [2, 1, 1])
    bench.time.advance(by: .hours(1))
    for key in [news, archive, other] { _ = await bench.cache.outcome(key) }
    #expect([news, archive, other].map(bench.origin.count(of:)) == [3, 1, 2])
    // This call alone would have it no older than a second.
    bench.time.advance(by: .seconds(1))
    let quick = CacheOptions(updateInterval: .seconds(1))
    #expect(await bench.cache.outcome(other, options: quick) == .fresh("\(other)3"))
    #expect(await bench.cache.outcome(other) == .fresh("\(other)3"))
  }

  // CB151
  @Test func aRecordsOwnTimeToLiveComesBeforeAllElse() async throws {
    let bench = Bench(lower: [Tier(DictionaryManager())]) { $0.updateInterval = .zero }
    try await bench.cache.insert(
      "own", for: "k", details: LoadDetails(timeToLive: .seconds(999)))
    bench.time.advance(by: .seconds(999) - .nanoseconds(1))
    #expect(await bench.cache.outcome("k") == .fresh("own"))
    bench.memory.trim(toShare: 0)
    #expect(await bench.cache.outcome("k") == .fresh("own"))
    bench.time.advance(by: .nanoseconds(1))
    #expect(await bench.cache.outcome("k") == .fresh("k1"))
  }

  // CB77, CB46, CB179
  @Test(arguments: [TimeToLive.zero, .seconds(-5), .after(.nanoseconds(Int64.min))])
  func aValueThatIsDeadOnArrivalReplacesTheOneThatWasThere(life: TimeToLive) async throws {
    let bench = Bench(lower: [Tier(DictionaryManager())])
    try await bench.cache.insert("old", for: "k")
    try await bench.cache.insert("new", for: "k", details: LoadDetails(timeToLive: life))
    #expect(bench.cache.freshAnswer(for: "k") == nil)
    #expect(await bench.cache.outcome("k", mode: .cacheOnly) == .failed(.notCached))
    #expect(await bench.cache.outcome("k") == .fresh("k1"))
  }

  // CB12
  @Test func anExpiredRecordIsAbsentOnEveryPath() async throws {
    let bench = Bench { $0.updateInterval = .seconds(10) }
    try await bench.cache.insert("old", for: "k")
    bench.time.advance(by: .seconds(10))
    #expect(bench.cache.freshAnswer(for: "k") == nil)
    #expect(await bench.cache.outcome("k", mode: .cacheOnly) == .failed(.notCached))
    #expect(await bench.cache.outcome("k") == .fresh("k1"))
    #expect(bench.origin.offered == [nil])
  }

  // CB11, CB169, CB171
  @Test(arguments: [
    TimeToLive.never, .after(.nanoseconds(Int64.max)), .seconds(.max), .days(.max),
  ])
  func aTimeToLiveBeyondTheClockIsForEver(life: TimeToLive) async throws {
    for jitter in [0, 0.5, 1] {
      let bench = Bench {
        $0.updateInterval = life
        $0.jitter = life == .never ? jitter : 0
      }
      _ = await bench.cache.outcome("k")
      bench.time.advance(by: .days(36_525))
      #expect(await bench.cache.outcome("k") == .fresh("k1"))
    }
    let ten = Bench { $0.updateInterval = .days(3_650) }
    _ = await ten.cache.outcome("k")
    ten.time.advance(by: .days(3_650) - .nanoseconds(1))
    #expect(await ten.cache.outcome("k") == .fresh("k1"))
    ten.time.advance(by: .nanoseconds(1))
    #expect(await ten.cache.outcome("k") == .fresh("k2"))
  }

  // CB93
  @Test func aWallClockThatIsSetChangesNoAge() async throws {
    let bench = Bench { $0.updateInterval = .seconds(60) }
    _ = await bench.cache.outcome("k")
    bench.time.jumpWall(by: .hours(-1))
    bench.time.advance(by: .seconds(59))
    bench.time.jumpWall(by: .hours(2))
    #expect(await bench.cache.outcome("k") == .fresh("k1"))
    bench.time.advance(by: .seconds(1))
    bench.time.jumpWall(by: .hours(-5))
    #expect(await bench.cache.outcome("k") == .fresh("k2"))
    // Nor the order of changes: what comes later is newer though its date is earlier.
    try await bench.cache.insert("later", for: "k")
    #expect(await bench.cache.outcome("k") == .fresh("later"))
  }

  // CB95, CB96
  @Test(arguments: [Int64.min + 1, -5, 0, 5])
  func whereTheClockBeginsDoesNotMatterAndALongSleepIsTimeThatPassed(start: Int64) async throws {
    let time = ManualClock(now: MonotonicInstant(nanoseconds: start))
    let bench = Bench(time: time) {
      $0.updateInterval = .hours(6)
      $0.retryPause = .minutes(1)
    }
    #expect(bench.cache.freshAnswer(for: "k") == nil)
    #expect(await bench.cache.outcome("k") == .fresh("k1"))
    time.advance(by: .hours(8))
    #expect(await bench.cache.outcome("k") == .fresh("k2"))
  }

  // CB65
  @Test func aRecordFromTheFutureIsStaleAndNeverImmortal() {
    let time = ManualClock()
    func restored(_ age: Duration) -> RecordMetadata {
      .restored(
        createDate: time.date, updateDate: time.date.advanced(by: .zero - age),
        stamp: time.clock.nextStamp(), timeToLive: nil, validators: nil, tags: [], absence: nil,
        expiredByHand: false, clock: time.clock)
    }
    let terms = ExpiryTerms(timeToLive: .hours(1))
    #expect(restored(.days(-2)).freshness(under: terms, at: time.now) == .dead)
    #expect(restored(.seconds(-5)).freshness(under: terms, at: time.now) == .fresh)
    #expect(restored(.minutes(59)).freshness(under: terms, at: time.now) == .fresh)
    #expect(restored(.minutes(60)).freshness(under: terms, at: time.now) == .dead)
  }
}
