import StrataTesting
import Synchronization
import Testing

@testable import Strata

@Suite struct DecoratorTests {
  private let time = ManualClock()

  private func memory(_ name: String = "memory") -> MemoryCacheManager<String> {
    MemoryCacheManager(name: name, shards: 1, clock: time.clock)
  }

  private func cache(_ stack: any CacheManager<String>, _ origin: TestOrigin) -> Cache<String> {
    Cache(
      stack,
      policy: Bench.policy {
        $0.updateInterval = .hours(1)
        $0.grace = .days(1)
      }, breaker: nil, clock: time.clock, sweepInterval: nil, random: { 1 },
      loadingWith: { try await origin.load($0) })
  }

  private func fill(
    _ manager: any CacheManager<String>, _ key: CacheKey, _ value: String, tags: [String] = []
  ) async throws {
    try await manager.updateIfNeeded(.filled(value, tags: tags, clock: time.clock), for: key)
  }

  // MARK: All of them

  @Test func decoratorsThatLetAllThroughKeepTheContractOfManagers() async throws {
    try await CacheManagerConformance.check { MemoryCacheManager<String>().maximumAge(.days(9)) }
    try await CacheManagerConformance.check { MemoryCacheManager<String>().only { _ in true } }
    try await CacheManagerConformance.check { MemoryCacheManager<String>().admitting(upTo: .max) }
    try await CacheManagerConformance.check { Plain(base: MemoryCacheManager<String>()) }
    try await CacheManagerConformance.check {
      MemoryCacheManager<[UInt8]>().transformed(
        storing: { (text: String) in Array(text.utf8) },
        reading: { String(decoding: $0, as: UTF8.self) })
    }
  }

  private struct Plain: CacheManagerDecorator {
    typealias Value = String
    let base: any CacheManager<String>
  }

  // MARK: Maximum age

  @Test func aTierWithAMaximumAgeAsksTheTierBelowAgain() async throws {
    let shared = memory("shared")
    let origin = TestOrigin()
    let (one, other) = (
      cache(
        TieredCacheManager(
          [memory().maximumAge(.seconds(60), clock: time.clock), shared], clock: time.clock),
        origin),
      cache(
        TieredCacheManager(
          [memory().maximumAge(.seconds(60), clock: time.clock), shared], clock: time.clock),
        origin)
    )
    try await one.insert("old", for: "k")
    #expect(try await other.answer(for: "k").source == .tier("shared"))
    #expect(try await other.answer(for: "k").source == .tier("memory"))
    try await one.insert("new", for: "k")
    #expect(await other.outcome("k") == .fresh("old"))
    time.advance(by: .seconds(60))
    #expect(await other.outcome("k") == .fresh("new"))
    #expect(origin.count == 0)
  }

  @Test func theSameRecordFromBelowIsYoungAgainAndKeepsItsDates() async throws {
    let shared = memory("shared")
    let origin = TestOrigin()
    let top = memory().maximumAge(.seconds(60), clock: time.clock)
    let cache = cache(TieredCacheManager([top, shared], clock: time.clock), origin)
    try await cache.insert("v", for: "k")
    let updated = try await cache.answer(for: "k").record.updateDate
    for _ in 1...59 {
      time.advance(by: .seconds(60))
      #expect(try await cache.answer(for: "k").source == .tier("shared"))
      time.advance(by: .milliseconds(1))
      let answer = try await cache.answer(for: "k")
      #expect(answer.source == .tier("memory"))
      #expect(answer.record.updateDate == updated)
    }
    // The hour of the record itself is not made longer.
    time.advance(by: .seconds(60))
    #expect(await cache.outcome("k") == .fresh("k1"))
  }

  @Test func timesOfEntryAreForgottenWithTheirAge() {
    var times = EntryTimes()
    var now = time.clock.now
    for number in 0..<10_000 as Range<UInt64> {
      times.note(number, at: now, age: .seconds(1))
      now = now.advanced(by: .milliseconds(10))
    }
    #expect(times.count <= 101)
    #expect(times.time(of: 9_999) != nil)
    #expect(times.time(of: 9_800) == nil)
  }

  // MARK: Read-only

  @Test func aReadOnlyTierAnswersAndIsNeverChanged() async throws {
    let bundled = memory("bundled")
    try await fill(bundled, "a", "shipped")
    let origin = TestOrigin()
    let stack = TieredCacheManager([memory(), bundled.readOnly()], clock: time.clock)
    let cache = cache(stack, origin)
    #expect(try await cache.answer(for: "a").source == .tier("bundled"))
    #expect(await cache.outcome("b") == .fresh("b1"))
    #expect(bundled.fetch("b") == nil)
    try await cache.insert("newer", for: "a")
    #expect(bundled.fetch("a")?.value == "shipped")
    #expect(await cache.outcome("a") == .fresh("newer"))
  }

  @Test func whatIsRemovedAboveAReadOnlyTierIsNotReadFromItAgain() async throws {
    let bundled = memory("bundled")
    for key: CacheKey in ["a", "b", "c"] { try await fill(bundled, key, "shipped") }
    let origin = TestOrigin()
    let top = memory()
    let cache = cache(TieredCacheManager([top, bundled.readOnly()], clock: time.clock), origin)
    _ = await cache.outcome("a")
    let error = await #expect(throws: CacheError.self) { try await cache.delete("a") }
    #expect(error?.code == .unsupported)
    #expect(await cache.outcome("a") == .fresh("a1"))
    // A newer value that the memory loses again does not bring the shipped one back.
    try await cache.insert("newer", for: "b")
    top.trim(toShare: 0)
    #expect(await cache.outcome("b") == .fresh("b1"))
    try? await cache.removeAll()
    #expect(await cache.outcome("c") == .fresh("c1"))
  }

  // MARK: Never fresh

  @Test func aNeverFreshTierAnswersOnlyWhileTheOriginFails() async throws {
    let origin = TestOrigin()
    let cache = cache(memory().neverFresh(), origin)
    #expect(await cache.outcome("k") == .fresh("k1"))
    #expect(await cache.outcome("k") == .fresh("k2"))
    origin.fail()
    #expect(await cache.outcome("k").isStale("k2"))
    time.advance(by: .days(2))
    #expect(await cache.outcome("k") == .failed(.loadFailed))
  }

  // MARK: Conditions and sizes

  @Test func aConditionalTierHasAndTakesOnlyItsKeys() async throws {
    let disk = memory("disk")
    let stack = TieredCacheManager(
      [memory(), try disk.only(domains: ["*.example.org", "example.com"])], clock: time.clock)
    let origin = TestOrigin()
    let cache = cache(stack, origin)
    let urls = ["https://a.example.org/", "https://example.com/", "https://else.net/"]
    let keys = try urls.map { try CacheKey(url: $0) }
    for key in keys { _ = await cache.outcome(key) }
    _ = await cache.outcome("no domain")
    #expect(keys.map { disk.fetch($0) != nil } == [true, true, false])
    #expect(disk.statistics.entryCount == 2)
    #expect(throws: PolicyError.self) { try disk.only(domains: ["**"]) }
    let many = try await disk.only { $0.domain == "example.com" }.fetch(keys)
    #expect(many.map { $0 != nil } == [false, true, false])
    // What it holds of others goes with removals all the same.
    try await fill(disk, "other", "v")
    try await disk.only { _ in false }.removeAll(asOf: time.clock.nextStamp())
    #expect(disk.statistics.entryCount == 0)
  }

  @Test func aValueOverTheLimitTakesTheOlderOneAlong() async throws {
    let base = memory()
    let tier = base.admitting(upTo: 5) { _, value in value?.count ?? 0 }
    try await fill(tier, "k", "small")
    #expect(base.fetch("k")?.value == "small")
    try await fill(tier, "k", "larger")
    #expect(base.fetch("k") == nil)
    #expect(try await tier.fetchOrInsert("new").updateDate == nil)
    // An old one that comes late takes nothing along.
    let old = CacheRecord.filled("far too large", clock: time.clock)
    try await fill(tier, "k", "tiny")
    _ = try await tier.updateIfNeeded(old, for: "k")
    #expect(base.fetch("k")?.value == "tiny")
  }

  // MARK: Other values

  @Test func valuesAreTransformedAndBack() async throws {
    let base = MemoryCacheManager<[UInt8]>(shards: 1, clock: time.clock)
    let tier = base.transformed(
      storing: { (text: String) in
        if text.isEmpty { throw OriginDown() }
        return Array(text.utf8.reversed())
      },
      reading: { bytes in
        if bytes.first == 0 { throw OriginDown() }
        return String(decoding: bytes.reversed(), as: UTF8.self)
      })
    try await fill(tier, "k", "abc", tags: ["t"])
    #expect(base.fetch("k")?.value == [99, 98, 97])
    let record = try #require(try await tier.fetch("k"))
    #expect(record.value == "abc")
    #expect(record.tags == ["t"])
    #expect(try await tier.fetch(["k", "none"]).map { $0?.value } == ["abc", nil])
    let error = await #expect(throws: CacheError.self) { try await fill(tier, "k", "") }
    #expect(error?.code == .codec)
    // What can't be read is a miss, and goes.
    base.updateIfNeeded(
      CacheRecord(value: [0], stamp: time.clock.nextStamp(), clock: time.clock), for: "bad",
      asOf: time.clock.nextStamp())
    #expect(try await tier.fetch("bad") == nil)
    #expect(base.fetch("bad") == nil)
    #expect(try await tier.fetchOrInsert("fresh").updateDate == nil)
  }

  @Test func hitsThroughADecoratorAreCountedOnce() async throws {
    let base = memory()
    let stack = TieredCacheManager([base.only { _ in true }], clock: time.clock)
    let cache = cache(stack, TestOrigin())
    _ = await cache.outcome("k")
    for _ in 1...5 { _ = await cache.outcome("k") }
    #expect(cache.statistics.stack.hits == 5)
    #expect(cache.statistics.stack.misses == 1)
  }
}

extension Cache<String>.Outcome {
  fileprivate func isStale(_ expected: String) -> Bool {
    if case .stale(expected, _) = self { true } else { false }
  }
}
