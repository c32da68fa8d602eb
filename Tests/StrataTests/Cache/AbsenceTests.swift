import StrataTesting
import Testing

@testable import Strata

@Suite struct AbsenceTests {
  static let gone = Absence(code: "410", message: "gone")

  @Test(arguments: [true, false])
  func aDefiniteAbsenceIsRememberedForTheFailureInterval(throwsIt: Bool) async throws {
    let bench = Bench { $0.failureInterval = .hours(1) }
    bench.origin.set { _ in
      if throwsIt { throw OriginSays(absence: Self.gone) }
      return .absent(Self.gone)
    }
    for _ in 0..<3 { #expect(await bench.cache.outcome("k") == .failed(.absent)) }
    #expect(bench.origin.count == 1)
    bench.time.advance(by: .hours(1) - .nanoseconds(1))
    #expect(await bench.cache.outcome("k") == .failed(.absent))
    #expect(bench.origin.count == 1)
    bench.time.advance(by: .nanoseconds(1))
    bench.origin.set { _ in .value("back") }
    #expect(await bench.cache.outcome("k") == .fresh("back"))
  }

  @Test func withoutAFailureIntervalAnAbsenceIsNotRemembered() async throws {
    let bench = Bench()
    bench.origin.set { _ in .absent(Self.gone) }
    for count in 1...3 {
      #expect(await bench.cache.outcome("k") == .failed(.absent))
      #expect(bench.origin.count == count)
    }
  }

  @Test func aValueThatWasGoodIsKeptUntilItsGraceEndsAndThenTheAbsenceIsTold() async throws {
    let bench = Bench {
      $0.grace = .days(1)
      $0.failureInterval = .days(3)
    }
    _ = await bench.cache.outcome("k")
    bench.time.advance(by: .days(1))
    bench.origin.set { _ in .absent(Self.gone) }
    #expect(await bench.cache.outcome("k") == .stale("k1", .originFailed("gone")))
    #expect(await bench.cache.outcome("k") == .stale("k1", .throttled))
    #expect(bench.origin.count == 2)
    bench.time.advance(by: .days(1))
    #expect(await bench.cache.outcome("k") == .failed(.absent))
    #expect(bench.origin.count == 2)
  }

  @Test func aDefiniteAbsenceReplacesTheValueWhereTheOptionSaysSo() async throws {
    let bench = Bench {
      $0.grace = .days(1)
      $0.failureInterval = .hours(1)
      $0.absenceReplacesValue = true
    }
    _ = await bench.cache.outcome("k")
    bench.time.advance(by: .days(1))
    bench.origin.set { _ in .absent(Self.gone) }
    #expect(await bench.cache.outcome("k") == .failed(.absent))
    #expect(await bench.cache.outcome("k") == .failed(.absent))
    #expect(bench.origin.count == 2)
    bench.origin.fail()
    bench.time.advance(by: .hours(1))
    #expect(await bench.cache.outcome("k") == .failed(.loadFailed))
  }

  // CB187
  @Test func anAbsenceIsASuccessForTheBreaker() async throws {
    let bench = Bench(breaker: CircuitBreaker.Limits(failures: 1, pause: .seconds(30)))
    let key = CacheKey("1", in: "a.test")
    bench.origin.fail()
    #expect(await bench.cache.outcome(key) == .failed(.loadFailed))
    #expect(await bench.cache.outcome(key) == .failed(.unavailable))
    bench.time.advance(by: .seconds(30))
    bench.origin.set { _ in .absent(Self.gone) }
    #expect(await bench.cache.outcome(key) == .failed(.absent))
    bench.origin.set { _ in .value("v") }
    #expect(await bench.cache.outcome(key) == .fresh("v"))
  }
}
