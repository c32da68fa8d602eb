import StrataTesting
import Synchronization
import Testing

@testable import Strata

@Suite struct RecursiveLoadTests {
  /// A cache whose load of a key asks for the keys that it is linked to.
  final class Linked: Sendable {
    let links = Mutex<[CacheKey: CacheKey]>([:])
    let cache = Mutex<Cache<String>?>(nil)
    let failures = Mutex<[CacheKey: CacheError]>([:])

    func load(_ context: LoadContext<String>) async throws -> LoadResult<String> {
      guard let next = links.withLock({ $0[context.key] }), let cache = cache.withLock({ $0 })
      else { return .value(context.key.text) }
      do throws(CacheError) {
        let inner = try await cache.value(for: next)
        return .value("\(context.key.text)\(inner)")
      } catch {
        let failure = error
        failures.withLock { $0[context.key] = failure }
        throw error
      }
    }
  }

  static func make(
    _ links: [CacheKey: CacheKey], limits: LoadLimits = LoadLimits(),
    change: (inout CacheSettings) -> Void = { _ in }
  ) -> (Linked, Cache<String>, ManualClock) {
    let time = ManualClock()
    let linked = Linked()
    linked.links.withLock { $0 = links }
    let cache = Cache(
      MemoryCacheManager<String>(clock: time.clock), policy: Bench.policy(change), limits: limits,
      clock: time.clock, sweepInterval: nil, loadingWith: { try await linked.load($0) })
    linked.cache.withLock { $0 = cache }
    return (linked, cache, time)
  }

  // CB18
  @Test(
    arguments: [
      (["a": "a"], "a → a"), (["a": "b", "b": "a"], "a → b → a"),
      (["a": "b", "b": "c", "c": "a"], "a → b → c → a"),
    ] as [([CacheKey: CacheKey], String)])
  func aLoadThatAsksForItselfGetsAnErrorThatNamesTheChain(
    links: [CacheKey: CacheKey], chain: String
  ) async throws {
    let (linked, cache, _) = Self.make(links)
    #expect(await cache.outcome("a") == .failed(.recursiveLoad))
    let messages = linked.failures.withLock { $0.values.map(\.message) }
    #expect(messages.contains { $0.hasSuffix(chain) }, "\(messages)")
    // And the keys are usable afterwards.
    linked.links.withLock { $0 = [:] }
    #expect(await cache.outcome("a") == .fresh("a"))
    #expect(cache.flights.count == 0)
    linked.cache.withLock { $0 = nil }
  }

  @Test func theChainIsFoundAlsoUnderATimeLimitWhoseTaskIsItsOwn() async throws {
    let (linked, cache, _) = Self.make(["a": "b", "b": "a"]) { $0.hardTimeLimit = .seconds(15) }
    #expect(await cache.outcome("a") == .failed(.recursiveLoad))
    linked.cache.withLock { $0 = nil }
  }

  @Test func twoFlightsThatWaitForEachOtherAreACircleTooWhoeverStartedThem() async throws {
    let (linked, cache, _) = Self.make([:])
    let time = ManualClock()
    let gate = Gate()
    let crossing = Cache(
      MemoryCacheManager<String>(clock: time.clock), policy: Bench.policy { _ in },
      clock: time.clock, sweepInterval: nil,
      loadingWith: { context in
        try await gate.pass()
        guard let cache = linked.cache.withLock({ $0 }) else { return .skip("") }
        return .value(try await cache.value(for: context.key == "a" ? "b" : "a"))
      })
    _ = cache
    linked.cache.withLock { $0 = crossing }
    async let one = crossing.outcome("a")
    async let other = crossing.outcome("b")
    try await gate.waitForArrivals(2)
    gate.open()
    let outcomes = await [one, other]
    // One closes the circle and gets the error; its own failure is then the other's.
    #expect(outcomes.contains(.failed(.recursiveLoad)))
    #expect(crossing.flights.count == 0)
    linked.cache.withLock { $0 = nil }
  }

  @Test func loadsThatNeedOthersInOneDirectionAreNoCircle() async throws {
    let (linked, cache, _) = Self.make(["a": "b", "b": "c", "d": "b"])
    async let one = cache.outcome("a")
    async let other = cache.outcome("d")
    #expect(await one == .fresh("abc"))
    #expect(await other == .fresh("dbc"))
    linked.cache.withLock { $0 = nil }
  }

  @Test func aRecursiveLoadSaysNothingAboutTheOrigin() async throws {
    let (linked, cache, _) = Self.make(["a": "a"]) { $0.retryPause = .seconds(30) }
    #expect(await cache.outcome("a") == .failed(.recursiveLoad))
    // Not left alone: the second call gets the same, telling error.
    #expect(await cache.outcome("a") == .failed(.recursiveLoad))
    linked.cache.withLock { $0 = nil }
  }

  @Test func aLoadThatAnotherWaitsForNeedsNoPlaceOfItsOwn() async throws {
    let (linked, cache, _) = Self.make(["a": "b"], limits: LoadLimits(total: 1))
    #expect(await cache.outcome("a") == .fresh("ab"))
    linked.cache.withLock { $0 = nil }
  }

  @Test func aLoadThatWaitsForAPlaceGoesOnWhenTheOneThatHoldsItWaitsForIt() async throws {
    let linked = Linked()
    let time = ManualClock()
    let gate = Gate()
    let cache = Cache(
      MemoryCacheManager<String>(clock: time.clock), policy: Bench.policy { _ in },
      limits: LoadLimits(total: 1), clock: time.clock, sweepInterval: nil,
      loadingWith: { context in
        guard context.key == "a" else { return .value("b") }
        try await gate.pass()
        let inner = try await linked.cache.withLock { $0 }?.value(for: "b")
        return .value("a\(inner ?? "")")
      })
    linked.cache.withLock { $0 = cache }
    async let outer = cache.outcome("a")
    try await gate.waitForArrivals(1)
    // Started by somebody else, it stands in line behind a.
    async let inner = cache.outcome("b")
    await eventually { cache.gate.waitingCount == 1 }
    gate.open()
    #expect(await outer == .fresh("ab"))
    #expect(await inner == .fresh("b"))
    linked.cache.withLock { $0 = nil }
  }
}
