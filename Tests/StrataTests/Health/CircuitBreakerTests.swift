import StrataTesting
import Testing

@testable import Strata

@Suite struct CircuitBreakerTests {
  static let limits = CircuitBreaker.Limits(failures: 3, pause: .seconds(30))

  func at(_ second: Int) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: Int64(second) * 1_000_000_000)
  }

  /// A breaker by reference, so that expectations can change it.
  final class Tested {
    private var breaker: CircuitBreaker
    init(_ limits: CircuitBreaker.Limits) { breaker = CircuitBreaker(limits) }
    func admits(at now: MonotonicInstant) -> Bool { breaker.admits(at: now) }
    func isOpen(at now: MonotonicInstant) -> Bool { breaker.isOpen(at: now) }
    func record(_ outcome: CircuitBreaker.Outcome, at now: MonotonicInstant)
      -> CircuitBreaker.Change?
    { breaker.record(outcome, at: now) }
  }

  func opened() -> Tested {
    let breaker = Tested(Self.limits)
    for _ in 0..<3 { _ = breaker.record(.failure, at: at(0)) }
    return breaker
  }

  @Test func itOpensAfterFailuresInARowOnly() {
    let breaker = Tested(Self.limits)
    for _ in 0..<5 {
      #expect(breaker.record(.failure, at: at(0)) == nil)
      #expect(breaker.record(.failure, at: at(0)) == nil)
      #expect(breaker.record(.success, at: at(0)) == nil)
    }
    #expect(breaker.record(.failure, at: at(0)) == nil)
    #expect(breaker.record(.neutral, at: at(0)) == nil)
    #expect(breaker.record(.failure, at: at(0)) == nil)
    #expect(breaker.admits(at: at(0)))
    #expect(breaker.record(.failure, at: at(0)) == .opened)
    #expect(!breaker.admits(at: at(0)))
  }

  @Test func afterThePauseOneProbeAtATimeIsLetThrough() {
    let breaker = opened()
    #expect(!breaker.admits(at: at(29)))
    #expect(breaker.isOpen(at: at(29)) && !breaker.isOpen(at: at(30)))
    #expect(breaker.admits(at: at(30)))
    #expect(!breaker.admits(at: at(30)))
    #expect(breaker.record(.failure, at: at(31)) == nil)
    #expect(!breaker.admits(at: at(60)))
    #expect(breaker.admits(at: at(61)))
    #expect(breaker.record(.success, at: at(62)) == .closed)
    #expect(breaker.admits(at: at(62)) && breaker.admits(at: at(62)))
  }

  // CB185
  @Test func aProbeThatNeverReportsFreesItsSlotAfterThePause() {
    let breaker = opened()
    for second in stride(from: 30, to: 300, by: 30) {
      #expect(breaker.admits(at: at(second)))
      #expect(!breaker.admits(at: at(second + 29)))
    }
    #expect(breaker.admits(at: at(300)))
    #expect(breaker.record(.success, at: at(300)) == .closed)
  }

  // CB187
  @Test func aProbeThatIsCancelledFreesItsSlotAtOnce() {
    let breaker = opened()
    #expect(breaker.admits(at: at(30)))
    #expect(breaker.record(.neutral, at: at(31)) == nil)
    #expect(breaker.admits(at: at(31)))
    #expect(!breaker.admits(at: at(31)))
  }

  @Test func limitsOutOfTheirRangeAreTheNearestSensibleOnes() {
    let breaker = Tested(CircuitBreaker.Limits(failures: 0, pause: .seconds(-1)))
    #expect(breaker.record(.failure, at: at(0)) == .opened)
    #expect(breaker.admits(at: at(0)))
    #expect(!breaker.admits(at: at(0)))
  }

  // CB185, CB187: the same through a cache.
  @Test func anOpenBreakerOfADomainIsProbedOnceAndAStuckProbeIsGivenUp() async throws {
    let bench = Bench(breaker: Self.limits)
    let log = EventLog(bench.cache.events)
    func key(_ number: Int, _ domain: String = "a.test") -> CacheKey {
      CacheKey("\(number)", in: domain)
    }
    bench.origin.fail()
    for number in 0..<3 { #expect(await bench.cache.outcome(key(number)) == .failed(.loadFailed)) }
    #expect(await bench.cache.outcome(key(4)) == .failed(.unavailable))
    #expect(bench.origin.count == 3)
    // Other domains are not touched.
    #expect(await bench.cache.outcome(key(1, "b.test")) == .failed(.loadFailed))
    // Nor is it forgotten when records are removed.
    try await bench.cache.removeAll()
    #expect(await bench.cache.outcome(key(4)) == .failed(.unavailable))

    let gate = Gate()
    bench.origin.set { _ in
      await gate.passUncancelled()
      return .value("late")
    }
    bench.time.advance(by: .seconds(30))
    let stuck = Task { await bench.cache.outcome(key(5)) }
    try await gate.waitForArrivals(1)
    #expect(await bench.cache.outcome(key(6)) == .failed(.unavailable))
    bench.time.advance(by: .seconds(30))
    bench.origin.set { _ in .value("v") }
    #expect(await bench.cache.outcome(key(6)) == .fresh("v"))
    #expect(await bench.cache.outcome(key(7)) == .fresh("v"))
    gate.open()
    #expect(await stuck.value == .fresh("late"))
    let events = await log.end()
    #expect(
      events.filter { $0.hasPrefix("breaker") } == ["breakerOpened a.test", "breakerClosed a.test"])
  }

  @Test func aProbeWhoseCallerLeavesLetsTheNextOneThrough() async throws {
    let bench = Bench(breaker: CircuitBreaker.Limits(failures: 1, pause: .seconds(30)))
    let key = CacheKey("1", in: "a.test")
    bench.origin.fail()
    _ = await bench.cache.outcome(key)
    bench.time.advance(by: .seconds(30))
    let gate = Gate()
    bench.origin.set { _ in
      try await gate.pass()
      return .value("v")
    }
    let probe = Task { await bench.cache.outcome(key) }
    try await gate.waitForArrivals(1)
    probe.cancel()
    #expect(await probe.value == .failed(.cancelled))
    gate.open()
    await eventually { bench.origin.running == 0 }
    await eventually { bench.cache.health.pause(for: key, at: bench.time.now) == nil }
    #expect(await bench.cache.outcome(key) == .fresh("v"))
  }

  @Test func manyFailingDomainsAndKeysTakeABoundedPlace() {
    let health = OriginHealth(breaker: Self.limits, bound: 100)
    var settings = CacheSettings(updateInterval: .days(1))
    settings.retryPause = .minutes(1)
    for number in 0..<10_000 {
      _ = health.failed(
        CacheKey("1", in: "\(number).test"), "down", settings, retryAfter: nil, random: 1,
        at: at(0))
      #expect(health.size <= 200)
    }
    #expect(health.pause(for: CacheKey("1", in: "9999.test"), at: at(1)) != nil)
  }
}
