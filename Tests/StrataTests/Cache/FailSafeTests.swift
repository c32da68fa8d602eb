import StrataTesting
import Testing

@testable import Strata

@Suite struct FailSafeTests {
  static let down = StaleReason.originFailed("the origin is down")

  // CB31
  @Test func aFailingOriginIsCoveredForTheGracePeriodAndNoLonger() async throws {
    let bench = Bench {
      $0.updateInterval = .seconds(5)
      $0.grace = .seconds(10)
      $0.retryPause = .seconds(2)
      $0.longestRetryPause = .seconds(2)
    }
    #expect(await bench.cache.outcome("k") == .fresh("k1"))
    bench.origin.fail()
    for second in 1..<20 {
      bench.time.advance(by: .seconds(1))
      let outcome = await bench.cache.outcome("k")
      switch second {
      case 1..<5: #expect(outcome == .fresh("k1"))
      case 5..<15:
        // Asked at 5, 7, 9, 11, 13; left alone in between.
        #expect(outcome == .stale("k1", second % 2 == 1 ? Self.down : .throttled))
      default:
        #expect(outcome == .failed(second % 2 == 1 ? .loadFailed : .unavailable), "\(second)")
      }
    }
    #expect(bench.origin.count == 1 + 5 + 3)
  }

  // CB103
  @Test func withinAPauseAllReadsAreStaleAndTheOriginIsAskedOnlyAfterIt() async throws {
    let bench = Bench {
      $0.updateInterval = .seconds(5)
      $0.grace = .seconds(60)
      $0.retryPause = .seconds(10)
      $0.longestRetryPause = .seconds(10)
    }
    _ = await bench.cache.outcome("k")
    bench.origin.fail()
    var asked: [Int] = []
    var second = 0
    for next in [6, 7, 10, 20] {
      bench.time.advance(by: .seconds(next - second))
      second = next
      let before = bench.origin.count
      guard case .stale("k1", _) = await bench.cache.outcome("k") else {
        Issue.record("not stale at \(next)")
        continue
      }
      if bench.origin.count > before { asked.append(next) }
    }
    // The pause is never longer than the update interval, 5 s.
    #expect(asked == [6, 20])
  }

  // CB33
  @Test func jitterTouchesTheUpdateIntervalOnlyAndAPauseOfZeroIsNone() async throws {
    let bench = Bench {
      $0.updateInterval = .days(1)
      $0.grace = .days(1)
      $0.jitter = 1
    }
    bench.origin.fail()
    #expect(await bench.cache.outcome("k") == .failed(.loadFailed))
    bench.origin.set { _ in .value("v") }
    #expect(await bench.cache.outcome("k") == .fresh("v"))
    #expect(bench.origin.count == 2)
  }

  @Test func jitterShortensAndNeverLengthensTheUpdateInterval() async throws {
    let clock = ManualClock().clock
    let terms = ExpiryTerms(timeToLive: .seconds(1_000), jitter: 0.1)
    var ends: Set<Int64> = []
    for _ in 0..<1_000 {
      let record = CacheRecord.filled("v", clock: clock)
      let end = try #require(record.metadata.staleInstant(under: terms))
      let life = end.duration(since: record.metadata.updateInstant)
      #expect(life <= .seconds(1_000) && life >= .seconds(900))
      ends.insert(life.saturatingNanoseconds / 1_000_000_000)
    }
    #expect(ends.count > 80)
  }

  // CB184
  @Test func manyReadsOfAStaleValueCauseOneRefreshAndNoneWhileTheOriginIsLeftAlone() async throws {
    let bench = Bench {
      $0.grace = .days(9)
      $0.staleWhileRevalidate = .days(9)
      $0.retryPause = .seconds(30)
    }
    _ = await bench.cache.outcome("k")
    bench.time.advance(by: .days(2))
    let gate = Gate()
    bench.origin.set { _ in
      try await gate.pass()
      throw OriginDown()
    }
    for _ in 0..<1_000 {
      #expect(await bench.cache.outcome("k") == .stale("k1", .revalidating))
    }
    gate.open()
    await eventually { bench.cache.flights.count == 0 }
    #expect(bench.origin.count == 2)
    #expect(await bench.cache.outcome("k") == .stale("k1", .throttled))
    #expect(bench.origin.count == 2)
    bench.time.advance(by: .seconds(30))
    #expect(await bench.cache.outcome("k") == .stale("k1", .revalidating))
    await eventually { bench.origin.count == 3 }
  }

  @Test func pausesDoubleToACapAndObeyRetryAfter() async throws {
    let bench = Bench {
      $0.retryPause = .seconds(30)
      $0.longestRetryPause = .seconds(100)
    }
    bench.origin.fail()
    for pause in [30, 60, 100, 100] {
      #expect(await bench.cache.outcome("k") == .failed(.loadFailed))
      bench.time.advance(by: .seconds(pause) - .nanoseconds(1))
      #expect(await bench.cache.outcome("k") == .failed(.unavailable))
      bench.time.advance(by: .nanoseconds(1))
    }
    bench.origin.fail(OriginSays(retryAfter: .minutes(10)))
    #expect(await bench.cache.outcome("k") == .failed(.loadFailed))
    bench.time.advance(by: .minutes(10) - .nanoseconds(1))
    #expect(await bench.cache.outcome("k") == .failed(.unavailable))
    bench.time.advance(by: .nanoseconds(1))
    bench.origin.set { _ in .value("v") }
    #expect(await bench.cache.outcome("k") == .fresh("v"))
    // And a success ends the row: the next failure counts as the first.
    try await bench.cache.delete("other")
    bench.time.advance(by: .days(1))
    bench.origin.fail()
    #expect(await bench.cache.outcome("k") == .failed(.loadFailed))
    bench.time.advance(by: .seconds(30))
    #expect(await bench.cache.outcome("k") == .failed(.loadFailed))
  }

  @Test func aForcedRefreshAsksAnOriginThatIsLeftAlone() async throws {
    let bench = Bench { $0.retryPause = .minutes(1) }
    bench.origin.fail()
    #expect(await bench.cache.outcome("k") == .failed(.loadFailed))
    bench.origin.set { _ in .value("v") }
    #expect(await bench.cache.outcome("k", mode: .refresh) == .fresh("v"))
  }

  // CB10
  @Test func aRefreshThatHangsKeepsNothingReadablePastItsEnd() async throws {
    let bench = Bench {
      $0.updateInterval = .seconds(10)
      $0.refreshAhead = 0.5
      $0.hardTimeLimit = .seconds(3)
    }
    _ = await bench.cache.outcome("k")
    bench.time.advance(by: .seconds(5))
    let gate = Gate()
    bench.origin.set { _ in
      await gate.passUncancelled()
      return .value("late")
    }
    #expect(await bench.cache.outcome("k") == .fresh("k1"))
    try await gate.waitForArrivals(1)
    bench.time.advance(by: .seconds(6))
    #expect(await bench.cache.outcome("k", mode: .cacheOnly) == .failed(.notCached))
    await eventually { bench.cache.flights.count == 0 }
    bench.origin.set { _ in .value("new") }
    #expect(await bench.cache.outcome("k") == .fresh("new"))
    gate.open()
  }

  // CB111
  @Test func failedLoadsAreNoRequestsInTheHitRatio() async throws {
    let bench = Bench()
    #expect(bench.cache.statistics.stack.hitRatio == nil)
    _ = await bench.cache.outcome("k")
    for _ in 0..<3 { _ = await bench.cache.outcome("k") }
    #expect(bench.cache.statistics.stack.hitRatio == 0.75)
    #expect(bench.cache.statistics.loads == 1)
    bench.origin.fail()
    for _ in 0..<6 { _ = await bench.cache.outcome("k", mode: .refresh) }
    #expect(bench.cache.statistics.failedLoads == 6)
  }
}
