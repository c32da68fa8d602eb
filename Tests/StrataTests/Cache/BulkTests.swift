import StrataTesting
import Synchronization
import Testing

@testable import Strata

@Suite struct BulkTests {
  // MARK: What is asked for

  @Test func theLoaderIsCalledOnceWithTheKeysThatAreMissingOrStale() async throws {
    let bench = BulkBench()
    try await bench.cache.insert("old", for: "stale")
    bench.time.advance(by: .days(2))
    try await bench.cache.insert("here", for: "fresh")
    let results = await bench.cache.values(for: ["a", "fresh", "stale", "b", "a"])
    #expect(results.map(Outcome.init) == ["a1", "here", "stale1", "b1", "a1"])
    #expect(bench.calls == [["a", "stale", "b"]])
    #expect(
      await bench.cache.values(for: ["a", "b", "stale"]).map(Outcome.init) == [
        "a1", "b1", "stale1",
      ])
    #expect(bench.calls.count == 1)
    #expect(bench.cache.flights.count == 0)
  }

  @Test func noKeysAskForNothing() async {
    let bench = BulkBench()
    #expect(await bench.cache.values(for: []).isEmpty)
    #expect(await bench.cache.answers(for: []).isEmpty)
    #expect(bench.calls.isEmpty)
  }

  @Test func eachTierIsReadOnceForAllThatTheTiersAboveLack() async throws {
    let reads = Mutex<[[String]]>([])
    let below = BatchedManager { keys in reads.withLock { $0.append(keys.map(\.text)) } }
    let bench = BulkBench(below: below)
    for key: CacheKey in ["x", "y"] {
      below.updateIfNeeded(
        .filled("below", clock: bench.time.clock), for: key,
        asOf: bench.time.clock.nextStamp())
    }
    try await bench.cache.insert("top", for: "a")
    reads.withLock { $0 = [] }
    let answers = await bench.cache.answers(for: ["x", "a", "y", "new"])
    #expect(reads.withLock { $0 } == [["x", "y", "new"]])
    let sources = answers.map { try? $0.get().source }
    #expect(sources == [.tier("below"), .tier("memory"), .tier("below"), .origin])
    // What was found below is in the memory now.
    _ = await bench.cache.values(for: ["x", "y", "a"])
    #expect(reads.withLock { $0.count } == 1)
  }

  @Test func aSingleCallAsksABulkLoaderForOneKey() async {
    let bench = BulkBench()
    #expect(await bench.cache.outcome("k") == .fresh("k1"))
    #expect(bench.calls == [["k"]])
    bench.answer { _ in [:] }
    #expect(await bench.cache.outcome("other") == .failed(.absent))
  }

  @Test func aLoaderForSingleKeysIsCalledSideBySide() async {
    let bench = Bench()
    let gate = Gate()
    bench.origin.set { context in
      try await gate.pass()
      return .value("v-\(context.key)")
    }
    async let results = bench.cache.values(for: ["a", "b", "c"])
    try? await gate.waitForArrivals(3)
    gate.open()
    #expect(await results.map(Outcome.init) == ["v-a", "v-b", "v-c"])
    #expect(bench.origin.count == 3)
  }

  @Test func cacheOnlyAsksForNothingAndRefreshAsksForAll() async throws {
    let bench = BulkBench()
    try await bench.cache.insert("v", for: "a")
    let only = await bench.cache.values(for: ["a", "b"], mode: .cacheOnly)
    #expect(only.map(Outcome.init) == ["v", .failed(.notCached)])
    #expect(bench.calls.isEmpty)
    let anew = await bench.cache.values(for: ["a", "b"], mode: .refresh)
    #expect(anew.map(Outcome.init) == ["a1", "b1"])
    #expect(bench.calls == [["a", "b"]])
  }

  // MARK: Outcomes

  @Test func eachKeyHasAnOutcomeOfItsOwn() async {
    let bench = BulkBench()
    bench.answer { contexts in
      [
        "good": .success(.value("v")), "bad": .failure(Broken()),
        "none": .success(.absent(Absence(code: "404", message: "no such"))),
        "skipped": .success(.skip("s")),
      ]
    }
    let results = await bench.cache.values(for: ["good", "bad", "none", "skipped", "left out"])
    #expect(
      results.map(Outcome.init) == [
        "v", .failed(.loadFailed), .failed(.absent), "s", .failed(.absent),
      ])
    #expect(await bench.stack.stored("skipped") == nil)
    #expect(await bench.stack.stored("good") == "v")
  }

  @Test func aCallThatFailsFallsBackOnWhatThereIsForEachKey() async throws {
    let bench = BulkBench { $0.grace = .after(.days(9)) }
    try await bench.cache.insert("old", for: "a")
    bench.time.advance(by: .days(2))
    bench.answer { _ in throw Broken() }
    let results = await bench.cache.answers(for: ["a", "b"])
    #expect(try results[0].get().value == "old")
    #expect(try results[0].get().isStale)
    #expect(Outcome(results[1].map { $0.value ?? "" }) == .failed(.loadFailed))
    #expect(bench.calls.count == 1)
  }

  @Test func keysThatWereNotAskedForAreStoredAsLoadedWhenTheCallBegan() async throws {
    let bench = BulkBench()
    let gate = Gate()
    bench.answer { _ in
      try await gate.pass()
      return [
        "a": .success(.value("A")), "extra": .success(.value("E")), "newer": .success(.value("N")),
      ]
    }
    async let results = bench.cache.values(for: ["a"])
    try await gate.waitForArrivals(1)
    try await bench.cache.insert("written meanwhile", for: "newer")
    gate.open()
    #expect(await results.map(Outcome.init) == ["A"])
    #expect(await bench.stack.stored("extra") == "E")
    #expect(await bench.stack.stored("newer") == "written meanwhile")
    #expect(await bench.cache.outcome("extra") == .fresh("E"))
    #expect(bench.calls.count == 1)
  }

  @Test func whatIsRemovedDuringALoadIsNotBroughtBack() async throws {
    let bench = BulkBench()
    let gate = Gate()
    bench.answer { contexts in
      try await gate.pass()
      return BulkBench.found(contexts)
    }
    async let results = bench.cache.values(for: ["a", "b"])
    try await gate.waitForArrivals(1)
    try await bench.cache.delete("b")
    gate.open()
    #expect(await results.map(Outcome.init) == ["v", "v"])
    #expect(await bench.stack.stored("a") == "v")
    #expect(await bench.stack.stored("b") == nil)
  }

  // MARK: Flights

  @Test func overlappingCallsLoadEachKeyOnce() async throws {
    let bench = BulkBench()
    let gate = Gate()
    bench.answer { contexts in
      try await gate.pass()
      return Dictionary(
        uniqueKeysWithValues: contexts.map { ($0.key, .success(.value("v-\($0.key)"))) })
    }
    async let first = bench.cache.values(for: ["a", "b"])
    try await gate.waitForArrivals(1)
    async let second = bench.cache.values(for: ["b", "c", "a"])
    try await gate.waitForArrivals(2)
    async let single = bench.cache.outcome("c")
    await eventually { bench.waiters(of: "c") == 2 }
    gate.open()
    #expect(await first.map(Outcome.init) == ["v-a", "v-b"])
    #expect(await second.map(Outcome.init) == ["v-b", "v-c", "v-a"])
    #expect(await single == .fresh("v-c"))
    #expect(bench.calls == [["a", "b"], ["c"]])
  }

  @Test func randomOverlappingCallsAskForNoKeyTwice() async throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      let bench = BulkBench()
      var random = SeededRandom(seed: seed)
      let lists = (0..<30).map { _ in
        (0..<Int.random(in: 1...8, using: &random)).map { _ in
          CacheKey("k\(Int.random(in: 0..<20, using: &random))")
        }
      }
      await withTaskGroup { group in
        for keys in lists {
          group.addTask {
            let results = await bench.cache.values(for: keys)
            #expect(results.map(Outcome.init) == keys.map { .value("\($0)1") }, "seed \(seed)")
          }
        }
      }
      let asked = bench.calls.flatMap { $0 }
      #expect(asked.count == Set(asked).count, "seed \(seed)")
      #expect(Set(asked) == Set(lists.flatMap { $0 }.map(\.text)), "seed \(seed)")
    }
  }

  @Test func aCallerWhoLeavesCancelsTheLoadOnlyWhenNobodyElseWaitsForAnyOfItsKeys() async throws {
    let bench = BulkBench()
    let gate = Gate()
    let cancelled = Atomic(0)
    bench.answer { contexts in
      do { try await gate.pass() } catch {
        cancelled.add(1, ordering: .sequentiallyConsistent)
        throw error
      }
      return BulkBench.found(contexts)
    }
    let bulk = Task { await bench.cache.values(for: ["a", "b", "c"]) }
    try await gate.waitForArrivals(1)
    let single = Task { await bench.cache.outcome("b") }
    await eventually { bench.waiters(of: "b") == 2 }
    bulk.cancel()
    #expect(
      await bulk.value.map(Outcome.init) == [
        .failed(.cancelled), .failed(.cancelled), .failed(.cancelled),
      ])
    #expect(cancelled.load(ordering: .sequentiallyConsistent) == 0)
    single.cancel()
    #expect(await single.value == .failed(.cancelled))
    await eventually { cancelled.load(ordering: .sequentiallyConsistent) == 1 }
    await eventually { bench.cache.flights.count == 0 }
    gate.open()
    #expect(await bench.cache.values(for: ["a", "b"]).map(Outcome.init) == ["v", "v"])
  }

  @Test func aLoaderThatAsksForOneOfItsOwnKeysGetsAnError() async {
    let bench = BulkBench()
    let inner = Mutex<Bench.Outcome?>(nil)
    bench.answer { contexts in
      let outcome = await bench.cache.outcome("b")
      inner.withLock { $0 = outcome }
      return BulkBench.found(contexts)
    }
    #expect(await bench.cache.values(for: ["a", "b"]).map(Outcome.init) == ["v", "v"])
    #expect(inner.withLock { $0 } == .failed(.recursiveLoad))
  }

  // MARK: Limits

  @Test func eachKeyHasItsOwnTimeLimit() async throws {
    let bench = BulkBench()
    try bench.cache.policy.setRule("slow.example", CacheOptions(hardTimeLimit: .seconds(60)))
    try bench.cache.policy.setRule("quick.example", CacheOptions(hardTimeLimit: .seconds(1)))
    let gate = Gate()
    bench.answer { contexts in
      try await gate.pass()
      return BulkBench.found(contexts)
    }
    let slow = try CacheKey(url: "https://slow.example/")
    let quick = try CacheKey(url: "https://quick.example/")
    async let results = bench.cache.values(for: [slow, quick])
    try await gate.waitForArrivals(1)
    bench.time.advance(by: .seconds(2))
    await eventually { bench.cache.flights.flight(quick) == nil }
    gate.open()
    #expect(await results.map(Outcome.init) == ["v", .failed(.timedOut)])
    #expect(await bench.stack.stored(quick) == nil)
  }

  @Test func aFailedCallCountsOncePerDomainForTheBreaker() async throws {
    let bench = BulkBench(breaker: CircuitBreaker.Limits(failures: 2, pause: .seconds(30)))
    bench.answer { _ in throw Broken() }
    let keys = try (0..<10).map { try CacheKey(url: "https://a.example/\($0)") }
    _ = await bench.cache.values(for: keys)
    _ = await bench.cache.values(for: [keys[0]])
    #expect(bench.calls.count == 2)
    // Open now: no call for any of the domain's keys, until one for all of them probes it.
    let refused = await bench.cache.values(for: keys)
    #expect(refused.map(Outcome.init) == Array(repeating: .failed(.unavailable), count: 10))
    #expect(bench.calls.count == 2)
    bench.time.advance(by: .seconds(31))
    bench.answer { contexts in
      BulkBench.found(contexts)
    }
    #expect(
      await bench.cache.values(for: keys).map(Outcome.init)
        == Array(repeating: "v", count: 10))
    #expect(bench.calls.count == 3)
  }

  @Test func staleOnesWithinTheirWindowAreRefreshedBehindWithOneCall() async throws {
    let bench = BulkBench {
      $0.grace = .after(.days(9))
      $0.staleWhileRevalidate = .after(.days(5))
    }
    for key: CacheKey in ["a", "b", "c"] { try await bench.cache.insert("old", for: key) }
    bench.time.advance(by: .days(2))
    let results = await bench.cache.values(for: ["a", "b", "c"])
    #expect(results.map(Outcome.init) == ["old", "old", "old"])
    await eventually { bench.cache.flights.count == 0 && bench.calls.count == 1 }
    #expect(bench.calls == [["a", "b", "c"]])
    #expect(await bench.cache.values(for: ["a", "b"]).map(Outcome.init) == ["a1", "b1"])
    await eventually {
      bench.cache.counters.runningRefreshes.load(ordering: .sequentiallyConsistent) == 0
    }
  }

  @Test func aLoadOfManyTakesOnePlaceAtTheGate() async throws {
    let bench = BulkBench(limits: LoadLimits(total: 1, perDomain: 1))
    #expect(
      await bench.cache.values(for: ["a", "b", "c"]).map(Outcome.init) == ["a1", "b1", "c1"])
    #expect(bench.calls == [["a", "b", "c"]])
    #expect(bench.cache.gate.waitingCount == 0)
  }

  private struct Broken: Error {}

  /// The value or the code of the error.
  enum Outcome: Hashable, Sendable, ExpressibleByStringLiteral {
    case value(String)
    case failed(CacheError.Code)

    init(stringLiteral value: String) { self = .value(value) }

    init(_ result: Result<String, CacheError>) {
      switch result {
      case .success(let value): self = .value(value)
      case .failure(let error): self = .failed(error.code)
      }
    }
  }
}

/// A cache whose origin takes many keys.
struct BulkBench: Sendable {
  typealias Found = [CacheKey: Result<LoadResult<String>, any Error>]
  typealias Script = @Sendable ([LoadContext<String>]) async throws -> Found

  private final class Origin: Sendable {
    let calls = Mutex<[[String]]>([])
    let script = Mutex<Script?>(nil)

    func load(_ contexts: [LoadContext<String>]) async throws -> Found {
      let calls = calls.withLock { calls in
        calls.append(contexts.map(\.key.text))
        return calls
      }
      if let script = script.withLock({ $0 }) { return try await script(contexts) }
      // The key's text and how often it was asked for.
      return Dictionary(
        uniqueKeysWithValues: contexts.map(\.key).map { key in
          let count = calls.count { $0.contains(key.text) }
          return (key, .success(.value("\(key)\(count)")))
        })
    }
  }

  let time = ManualClock()
  let stack: TieredCacheManager<String>
  let cache: Cache<String>
  private let origin = Origin()

  init(
    limits: LoadLimits = LoadLimits(), breaker: CircuitBreaker.Limits? = nil,
    below: BatchedManager? = nil,
    settings change: (inout CacheSettings) -> Void = { _ in }
  ) {
    let clock = time.clock
    let tiers: [any CacheManager<String>] =
      [MemoryCacheManager<String>(shards: 1, clock: clock)] + (below.map { [$0] } ?? [])
    stack = TieredCacheManager(tiers, clock: clock)
    cache = Cache(
      stack, policy: Bench.policy(change), limits: limits, breaker: breaker, clock: clock,
      sweepInterval: nil, random: { 1 },
      loadingAllWith: { [origin] in try await origin.load($0) })
  }

  /// The keys of each call of the origin, in the order of the calls.
  var calls: [[String]] { origin.calls.withLock { $0 } }

  func answer(_ script: @escaping Script) {
    origin.script.withLock { $0 = script }
  }

  /// The value `v` for each key.
  static func found(_ contexts: [LoadContext<String>]) -> Found {
    Dictionary(uniqueKeysWithValues: contexts.map { ($0.key, .success(.value("v"))) })
  }

  func waiters(of key: CacheKey) -> Int {
    cache.flights.flight(key)?.waiters.withLock { $0.count } ?? 0
  }
}

/// A manager that notes its reads of many keys.
final class BatchedManager: CacheManager {
  private let inner = DictionaryManager()
  private let onRead: @Sendable ([CacheKey]) -> Void

  init(onRead: @escaping @Sendable ([CacheKey]) -> Void) {
    self.onRead = onRead
  }

  let name = "below"
  let updateInterval: TimeToLive? = nil

  func fetch(_ keys: [CacheKey]) async -> [CacheRecord<String>?] {
    onRead(keys)
    return keys.map { inner.fetch($0) }
  }

  func fetch(_ key: CacheKey) -> CacheRecord<String>? { inner.fetch(key) }
  func fetchOrInsert(_ key: CacheKey) -> CacheRecord<String> { inner.fetchOrInsert(key) }
  @discardableResult
  func updateIfNeeded(_ record: CacheRecord<String>, for key: CacheKey, asOf began: Stamp) -> Bool {
    inner.updateIfNeeded(record, for: key, asOf: began)
  }
  @discardableResult
  func delete(_ key: CacheKey, asOf stamp: Stamp) -> Bool { inner.delete(key, asOf: stamp) }
}
