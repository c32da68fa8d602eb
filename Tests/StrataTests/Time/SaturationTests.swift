import Testing

@testable import Strata

@Suite("Time values saturate")
struct SaturationTests {
  static let greatest = Duration.seconds(Int64.max) + .seconds(Int64.max)
  static let least = Duration.seconds(Int64.min) + .seconds(Int64.min)

  @Test(
    "durations in nanoseconds are cut at the ends of the range, and towards zero",
    arguments: [
      (.zero, 0), (.nanoseconds(1), 1), (.nanoseconds(-1), -1), (.seconds(1), 1_000_000_000),
      (.milliseconds(-1_500), -1_500_000_000),
      (Duration(secondsComponent: 0, attosecondsComponent: 999_999_999), 0),
      (Duration(secondsComponent: 0, attosecondsComponent: -1_999_999_999), -1),
      (.nanoseconds(Int64.max), .max), (.nanoseconds(Int64.min), .min),
      (.nanoseconds(Int64.max) + .nanoseconds(1), .max), (.seconds(Int64.max), .max),
      (.seconds(Int64.min), .min), (greatest, .max), (least, .min), (.days(Int.max), .max),
      (.days(Int.min), .min), (.hours(Int.max), .max), (.minutes(Int.min), .min),
      (.days(106_751), 9_223_286_400_000_000_000), (.days(106_752), .max),
    ] as [(Duration, Int64)])
  func nanoseconds(duration: Duration, nanoseconds: Int64) {
    #expect(duration.saturatingNanoseconds == nanoseconds)
  }

  @Test("scaling neither traps nor leaves the range")
  func scaling() {
    #expect(Duration.seconds(10).scaled(by: 0.5) == .seconds(5))
    for share in [0, 1, -1, 0.999, 1e300, -1e300, .infinity, -.infinity, .nan] as [Double] {
      for duration in [Duration.zero, .seconds(1), Self.greatest, Self.least] {
        _ = duration.scaled(by: share)
      }
    }
    #expect(Self.greatest.scaled(by: 1).saturatingNanoseconds == .max)
    #expect(Duration.seconds(1).scaled(by: .nan) == .zero)
  }

  @Test("instants and timestamps stop at the ends of their range")
  func instants() {
    for start in [Int64.min, -1, 0, 1, .max] {
      let instant = MonotonicInstant(nanoseconds: start)
      let date = Timestamp(nanoseconds: start)
      #expect(instant.advanced(by: Self.greatest).nanoseconds == (start < 0 ? start + .max : .max))
      #expect(date.advanced(by: Self.greatest).nanoseconds == (start < 0 ? start + .max : .max))
      for other in [Int64.min, -1, 0, 1, .max] {
        let difference = instant.duration(since: MonotonicInstant(nanoseconds: other))
        #expect(difference.saturatingNanoseconds == start.subtractingSaturating(other))
        #expect(date.duration(since: Timestamp(nanoseconds: other)) == difference)
      }
    }
  }

  @Test(
    "milliseconds round down, also before 1970",
    arguments: [
      (0, 0), (999_999, 0), (1_000_000, 1), (-1, -1), (-1_000_000, -1), (-1_000_001, -2),
      (Int64.max, 9_223_372_036_854), (Int64.min + 1_000_000, -9_223_372_036_854),
      (Int64.min, -9_223_372_036_855),
    ] as [(Int64, Int64)])
  func milliseconds(nanoseconds: Int64, milliseconds: Int64) {
    #expect(Timestamp(nanoseconds: nanoseconds).milliseconds == milliseconds)
  }

  @Test("the shorter of two times to live is found, never being the longest")
  func shorter() {
    #expect(TimeToLive.shorter(.never, .seconds(1)) == .seconds(1))
    #expect(TimeToLive.shorter(.seconds(1), .never) == .seconds(1))
    #expect(TimeToLive.shorter(.seconds(2), .seconds(1)) == .seconds(1))
    #expect(TimeToLive.shorter(.never, .never) == .never)
  }
}
