import StrataTesting
import Testing

@testable import Strata

@Suite struct TimeLimitTests {
  @Test func aLoadOverItsHardLimitCountsAsFailedThoughItIgnoresItsCancellation() async throws {
    let bench = Bench {
      $0.hardTimeLimit = .seconds(15)
      $0.retryPause = .seconds(30)
    }
    let gate = Gate()
    bench.origin.set { _ in
      await gate.passUncancelled()
      return .value("late")
    }
    let call = Task { await bench.cache.outcome("k") }
    try await gate.waitForArrivals(1)
    await eventually { bench.cache.scheduler.pendingCount == 1 }
    bench.time.advance(by: .seconds(15))
    #expect(await call.value == .failed(.timedOut))
    #expect(bench.cache.flights.count == 0)
    #expect(bench.cache.statistics.failedLoads == 1)
    #expect(await bench.cache.outcome("k") == .failed(.unavailable))
    gate.open()
    // What comes after the limit is dropped.
    await eventually { bench.origin.running == 0 }
    #expect(await bench.stack.stored("k") == nil)
  }

  // CB30, CB128
  @Test(arguments: [true, false])
  func afterTheSoftLimitTheStaleValueIsAnsweredAndTheLoadsEndStillCounts(
    succeeds: Bool
  ) async throws {
    let bench = Bench {
      $0.grace = .days(9)
      $0.softTimeLimit = .milliseconds(200)
      $0.retryPause = .seconds(30)
    }
    _ = await bench.cache.outcome("k")
    bench.time.advance(by: .days(2))
    let gate = Gate()
    bench.origin.set { _ in
      try await gate.pass()
      if !succeeds { throw OriginDown() }
      return .value("new")
    }
    let callers = (0..<10).map { _ in Task { await bench.cache.outcome("k") } }
    try await gate.waitForArrivals(1)
    await eventually { bench.cache.scheduler.pendingCount == 10 }
    bench.time.advance(by: .milliseconds(200))
    for caller in callers { #expect(await caller.value == .stale("k1", .slowOrigin)) }
    gate.open()
    await eventually { bench.cache.flights.count == 0 }
    #expect(bench.origin.count == 2)
    #expect(bench.cache.statistics.failedLoads == (succeeds ? 0 : 1))
    #expect(
      await bench.cache.outcome("k") == (succeeds ? .fresh("new") : .stale("k1", .throttled)))
    #expect(bench.cache.scheduler.pendingCount == 0)
  }

  @Test func whoHasNothingToFallBackOnWaitsPastTheSoftLimit() async throws {
    let bench = Bench { $0.softTimeLimit = .milliseconds(200) }
    let gate = Gate()
    bench.origin.set { _ in
      try await gate.pass()
      return .value("v")
    }
    let call = Task { await bench.cache.outcome("k") }
    try await gate.waitForArrivals(1)
    bench.time.advance(by: .seconds(10))
    gate.open()
    #expect(await call.value == .fresh("v"))
  }

  // CB169
  @Test func theGreatestDurationsActAsNever() async throws {
    let greatest = Duration(secondsComponent: .max, attosecondsComponent: 0)
    let bench = Bench(breaker: CircuitBreaker.Limits(failures: 1, pause: greatest)) {
      $0.updateInterval = .after(greatest)
      $0.grace = .after(greatest)
      $0.failureInterval = .after(greatest)
      $0.retryPause = greatest
      $0.longestRetryPause = greatest
      $0.softTimeLimit = .after(greatest)
      $0.hardTimeLimit = .after(greatest)
      $0.staleWhileRevalidate = .after(greatest)
      $0.jitter = 0.05
    }
    let key = CacheKey("1", in: "a.test")
    #expect(await bench.cache.outcome(key) == .fresh("a.test:11"))
    bench.time.advance(by: .days(36_500))
    #expect(await bench.cache.outcome(key) == .fresh("a.test:11"))
    bench.origin.fail()
    let other = CacheKey("2", in: "a.test")
    #expect(await bench.cache.outcome(other) == .failed(.loadFailed))
    bench.time.advance(by: .days(30_000))
    #expect(await bench.cache.outcome(other) == .failed(.unavailable))
  }
}
