import StrataTesting
import Testing

@testable import Strata

@Suite struct RemovalTests {
  /// The ways to remove the key `https://a.test/1` with tag `t`.
  enum Way: CaseIterable, Sendable {
    case key, domain, tag, everything

    func remove(_ key: CacheKey, in cache: Cache<String>) async throws(CacheError) {
      switch self {
      case .key: try await cache.delete(key)
      case .domain: try await cache.removeAll(inDomain: "a.test")
      case .tag: try await cache.removeAll(tagged: "t")
      case .everything: try await cache.removeAll()
      }
    }
  }

  static let key = CacheKey("1", in: "a.test")
  static let other = CacheKey("2", in: "b.test")

  // CB02, CB04, CB06, CB25
  @Test(arguments: Way.allCases, [false, true])
  func aLoadThatBeganBeforeARemovalBringsNothingBack(way: Way, holdsAnother: Bool) async throws {
    let bench = Bench(lower: [Tier(DictionaryManager())])
    if holdsAnother { _ = await bench.cache.outcome(Self.other) }
    let gate = Gate()
    bench.origin.set { context in
      try await gate.pass()
      return .value("old", LoadDetails(tags: ["t"]))
    }
    let first = Task { await bench.cache.outcome(Self.key) }
    try await gate.waitForArrivals(1)
    try await way.remove(Self.key, in: bench.cache)
    gate.open()
    #expect(await first.value == .fresh("old"))
    #expect(await bench.stack.stored(Self.key) == nil)
    bench.origin.set { _ in .value("new") }
    #expect(await bench.cache.outcome(Self.key) == .fresh("new"))
    #expect(bench.cache.flights.count == 0)
  }

  @Test func aTagRemovalDoesNotTouchALoadThatBringsOtherTags() async throws {
    let bench = Bench()
    let gate = Gate()
    bench.origin.set { _ in
      try await gate.pass()
      return .value("v", LoadDetails(tags: ["u"]))
    }
    let load = Task { await bench.cache.outcome(Self.key) }
    try await gate.waitForArrivals(1)
    try await bench.cache.removeAll(tagged: "t")
    gate.open()
    #expect(await load.value == .fresh("v"))
    #expect(bench.cache.freshAnswer(for: Self.key)?.value == "v")
  }

  // CB36, CB38
  @Test(arguments: Way.allCases)
  func whatWasRemovedIsNeitherAFallbackNorOfferedToTheNextLoad(way: Way) async throws {
    let bench = Bench(lower: [Tier(DictionaryManager())]) { $0.grace = .days(9) }
    bench.origin.set { _ in .value("old", LoadDetails(tags: ["t"])) }
    _ = await bench.cache.outcome(Self.key)
    bench.time.advance(by: .days(2))
    try await way.remove(Self.key, in: bench.cache)
    bench.origin.fail()
    #expect(await bench.cache.outcome(Self.key) == .failed(.loadFailed))
    bench.origin.set { _ in .unchanged() }
    #expect(await bench.cache.outcome(Self.key) == .failed(.loadFailed))
    #expect(bench.origin.offered == [nil, nil, nil])
  }

  @Test(arguments: Way.allCases)
  func whatIsBeingRemovedIsNotOfferedToALoadThatBeginsMeanwhile(way: Way) async throws {
    let slow = HookedManager(MemoryCacheManager<String>())
    let bench = Bench(lower: [Tier(slow)]) { $0.grace = .days(9) }
    bench.origin.set { _ in .value("old", LoadDetails(tags: ["t"])) }
    _ = await bench.cache.outcome(Self.key)
    bench.time.advance(by: .days(2))
    let gate = Gate()
    for call in [HookedManager.Call.delete, .remove] {
      slow.on(call) { _ in await gate.passUncancelled() }
    }
    let removal = Task { try await way.remove(Self.key, in: bench.cache) }
    try await gate.waitForArrivals(1)
    bench.origin.set { context in
      context.previous == nil ? .value("new") : .unchanged()
    }
    #expect(await bench.cache.outcome(Self.key) == .fresh("new"))
    gate.open()
    try await removal.value
    // Its load began after the removal did: it stays.
    #expect(await bench.cache.outcome(Self.key) == .fresh("new"))
    #expect(bench.origin.count == 2)
  }

  // CB144
  @Test(arguments: Way.allCases)
  func changesInOneTickOfTheClockAreOrderedAsTheyWereMade(way: Way) async throws {
    let bench = Bench(lower: [Tier(DictionaryManager())])
    for round in 1...100 {
      try await bench.cache.insert(
        "\(round)", for: Self.key, details: LoadDetails(tags: ["t"]))
      #expect(await bench.stack.stored(Self.key) == "\(round)")
      try await way.remove(Self.key, in: bench.cache)
      #expect(await bench.stack.stored(Self.key) == nil)
    }
    // CB57
    try await bench.cache.insert("last", for: Self.key)
    #expect(bench.memory.fetch(Self.key)?.value == "last")
    #expect(await bench.cache.outcome(Self.key) == .fresh("last"))
  }

  // CB147
  @Test func nothingIsLeftWhenRemoveAllReturnsAfterManyWriters() async throws {
    let bench = Bench(lower: [Tier(MemoryCacheManager<String>(name: "below"))])
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          for number in 0..<125 {
            try? await bench.cache.insert("v", for: CacheKey("\(writer)/\(number)"))
          }
        }
      }
    }
    #expect(bench.memory.statistics.entryCount == 1_000)
    try await bench.cache.removeAll()
    for tier in bench.cache.statistics.stack.parts {
      #expect(tier.entryCount == 0)
      #expect(tier.byteCount == 0)
    }
  }

  @Test(arguments: Way.allCases)
  func aRemovalThatATierCanNotDoThrowsAndWhatTheTierHasIsNotUsed(way: Way) async throws {
    let broken = HookedManager(MemoryCacheManager<String>())
    let bench = Bench(lower: [Tier(broken)])
    bench.origin.set { _ in .value("old", LoadDetails(tags: ["t"])) }
    _ = await bench.cache.outcome(Self.key)
    for call in [HookedManager.Call.delete, .remove] {
      broken.on(call) { key throws(CacheError) in
        throw CacheError(.inputOutput, tier: "hooked", key: key, message: "made to fail")
      }
    }
    await #expect(throws: CacheError.self) { try await way.remove(Self.key, in: bench.cache) }
    #expect(bench.memory.fetch(Self.key) == nil)
    bench.origin.fail()
    #expect(await bench.cache.outcome(Self.key) == .failed(.loadFailed))
    // Once the tier works, the removal is made up for.
    broken.on(.delete, run: nil)
    broken.on(.remove, run: nil)
    #expect(await bench.cache.outcome(Self.key) == .failed(.loadFailed))
    await eventually { bench.stack.tiers[1].isHealthy }
    #expect(try await broken.inner.fetch(Self.key) == nil)
  }

  @Test(arguments: Way.allCases)
  func aRemovalEndsThePauseAfterAFailure(way: Way) async throws {
    let bench = Bench { $0.retryPause = .minutes(1) }
    bench.origin.fail()
    #expect(await bench.cache.outcome(Self.key) == .failed(.loadFailed))
    #expect(await bench.cache.outcome(Self.key) == .failed(.unavailable))
    try await way.remove(Self.key, in: bench.cache)
    #expect(await bench.cache.outcome(Self.key) == .failed(.loadFailed))
  }
}
