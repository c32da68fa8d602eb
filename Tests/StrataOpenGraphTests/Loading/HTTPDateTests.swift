import Testing

@testable import StrataOpenGraph

@Suite struct LoadingHTTPDateTests {
  @Test(
    arguments: [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
  func allThreeFormsAreRead(text: String) {
    #expect(HTTPDate(text)?.secondsSince1970 == 784_111_777)
  }

  @Test(
    arguments: [
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Tue, 29 Feb 2000 23:59:60 GMT", 951_868_800),
      ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000),
      ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
      ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
    ] as [(String, Int64)])
  func daysAreCountedRight(text: String, seconds: Int64) {
    #expect(HTTPDate(text)?.secondsSince1970 == seconds)
  }

  @Test(
    arguments: [
      "", "0", "-1", "now", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
      "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 29 Feb 1900 08:49:37 GMT",
      "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
      "Sun, 06 XXX 1994 08:49:37 GMT",
      "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 99999 08:49:37 GMT", "a b c d e f g",
    ])
  func whatIsNoDateIsNone(text: String) {
    #expect(HTTPDate(text) == nil)
  }

  @Test func retryAfterSaturates() {
    let now = HTTPDate(secondsSince1970: 784_111_777)
    let parse = { RetryAfter.parse($0, now: now) }
    #expect(parse("120") == .seconds(120))
    #expect(parse(" 0 ") == .zero)
    #expect(parse("99999999999999999999999") == .seconds(1 << 31))
    #expect(parse("Sun, 06 Nov 1994 08:50:37 GMT") == .seconds(60))
    #expect(parse("Sat, 05 Nov 1994 08:50:37 GMT") == .zero)
    #expect(parse("-5") == nil)
    #expect(parse("1.5") == nil)
    #expect(parse("soon") == nil)
  }

  @Test func extremeDatesDoNotOverflow() {
    let first = HTTPDate(secondsSince1970: .min)
    let last = HTTPDate(secondsSince1970: .max)
    #expect(last.elapsed(since: first) == .seconds(Int64.max))
    #expect(first.elapsed(since: last) == .zero)
  }
}
