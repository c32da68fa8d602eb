import Strata
import StrataTesting
import Testing

@Suite("Written durations")
struct WrittenDurationTests {
  @Test(
    "what people write is read as they mean it",
    arguments: [
      ("250ms", .milliseconds(250)), ("90s", .seconds(90)), ("15m", .minutes(15)),
      ("12h", .hours(12)), ("10d", .days(10)), ("2w", .days(14)), ("1h30m", .minutes(90)),
      ("1h 30m", .minutes(90)), (" 10 d ", .days(10)), ("\t1m\t", .minutes(1)),
      ("1.5h", .minutes(90)), ("0.25s", .milliseconds(250)), ("0.000000001s", .nanoseconds(1)),
      ("0", .zero), ("0s", .zero), ("000", .zero), (" 0 ", .zero), ("0d0ns", .zero),
      ("1w1d1h1m1s1ms1us1ns", .nanoseconds(694_861_001_001_001)),
      ("007m", .minutes(7)), ("9223372036854775807ns", .nanoseconds(Int64.max)),
    ] as [(String, Duration)])
  func reads(text: String, duration: Duration) throws {
    #expect(try Duration(written: text) == duration)
    #expect(try TimeToLive(written: text) == .after(duration))
  }

  @Test(
    "what is no duration is refused with the reason",
    arguments: [
      ("", "empty"), ("  ", "empty"), ("10", "unit"), ("1h30", "unit"), ("0 0", "unit"),
      ("00 m s", "no duration"), ("10x", "\"x\""), ("10D", "\"D\""), ("10days", "\"days\""),
      ("-5m", "negative"), ("- 5m", "negative"), ("1h-5m", "negative"), ("+5m", "no duration"),
      ("m", "no duration"), ("never!", "no duration"), ("Never", "no duration"),
      (".5h", "no duration"),
      ("1.h", "after the point"), ("1..5h", "after the point"), ("1,5h", "unit"),
      ("30m1h", "out of order"), ("1h1h", "out of order"), ("1e3s", "\"e\""), ("0x10s", "\"x\""),
      ("٣s", "no duration"), ("10µs", "\"µs\""), ("1m\n", "no duration"), ("1\u{0}s", "unit"),
      ("9223372036854775808ns", "too long"), ("106752d", "too long"), ("15251w", "too long"),
      ("99999999999999999999999999d", "too long"), ("106751d24h", "too long"),
      ("1.0000000001s", "nanosecond"), ("0.00000000000001s", "nanosecond"), ("0.5ns", "nanosecond"),
    ])
  func refuses(text: String, reason: String) {
    let error = #expect(throws: DurationError.self) { try Duration(written: text) }
    #expect(error?.message.contains(reason) == true, "\(text): \(error?.message ?? "")")
  }

  @Test("never is a time to live and no duration")
  func never() throws {
    #expect(try TimeToLive(written: "never") == .never)
    #expect(throws: DurationError.self) { try Duration(written: "never") }
  }

  @Test("what is written is read back as the same duration")
  func roundTrip() throws {
    var random = SeededRandom(seed: 1)
    for _ in 0..<2_000 {
      let bits = Int64(random.next() >> 1) >> Int64.random(in: 0..<62, using: &random)
      let duration = Duration.nanoseconds(bits)
      #expect(try Duration(written: duration.written) == duration)
    }
  }

  @Test("never, and what is too long for the clock, are written as never")
  func writtenNever() {
    #expect("\(TimeToLive.never)" == "never")
    #expect("\(TimeToLive.after(.seconds(Int64.max)))" == "never")
    #expect("\(TimeToLive.days(10))" == "10d")
    #expect("\(TimeToLive.minutes(90))" == "1h30m")
    #expect("\(TimeToLive.minutes(-90))" == "-1h30m")
    #expect("\(TimeToLive.zero)" == "0s")
  }
}
