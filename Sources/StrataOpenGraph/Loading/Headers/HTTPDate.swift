import CStrataWeb

/// A point in time as HTTP writes it: seconds since 1970, in UTC, without leap seconds.
///
/// Reads the three forms of RFC 9110, section 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`, and the old
/// `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`. The day of the week is not
/// checked against the date.
public struct HTTPDate: Sendable, Hashable, Comparable {
  /// Seconds since 1970-01-01T00:00:00Z.
  public var secondsSince1970: Int64

  public init(secondsSince1970: Int64) {
    self.secondsSince1970 = secondsSince1970
  }

  /// The wall clock's time.
  static var now: HTTPDate { HTTPDate(secondsSince1970: strata_wall_seconds()) }

  /// Nil when the text is in none of the three forms or names a day that does not exist.
  public init?(_ text: some StringProtocol) {
    let words = text.split { $0 == " " || $0 == "," }.map { String($0) }
    let seconds: Int64?
    switch words.count {
    case 6 where words[5] == "GMT":
      seconds = Self.seconds(year: words[3], month: words[2], day: words[1], time: words[4])
    case 5:
      seconds = Self.seconds(year: words[4], month: words[1], day: words[2], time: words[3])
    case 4 where words[3] == "GMT":
      let date = words[1].split(separator: "-").map { String($0) }
      guard date.count == 3 else { return nil }
      seconds = Self.seconds(year: date[2], month: date[1], day: date[0], time: words[2])
    default:
      return nil
    }
    guard let seconds else { return nil }
    secondsSince1970 = seconds
  }

  public static func < (left: HTTPDate, right: HTTPDate) -> Bool {
    left.secondsSince1970 < right.secondsSince1970
  }

  /// How long it is from `start` to here; zero when `start` is later.
  public func elapsed(since start: HTTPDate) -> Duration {
    let (seconds, overflow) = secondsSince1970.subtractingReportingOverflow(start.secondsSince1970)
    if overflow { return self < start ? .zero : .seconds(Int64.max) }
    return .seconds(max(0, seconds))
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func seconds(year: String, month: String, day: String, time: String) -> Int64? {
    guard let year = fullYear(year), let month = months.firstIndex(of: month).map({ $0 + 1 }),
      let day = number(day, digits: 1...2), let clock = secondsOfDay(time),
      (1...daysIn(month: month, year: year)).contains(day)
    else { return nil }
    return days(year: year, month: month, day: day) * 86_400 + clock
  }

  // A year of two digits that seems over 50 years ahead is in the past (RFC 9110). The border is
  // fixed so that the result does not depend on the day it is read on.
  private static func fullYear(_ text: String) -> Int? {
    if let year = number(text, digits: 4...4) { return year }
    guard let year = number(text, digits: 2...2) else { return nil }
    return year < 70 ? 2000 + year : 1900 + year
  }

  private static func secondsOfDay(_ text: String) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let hour = number(String(parts[0]), digits: 2...2),
      let minute = number(String(parts[1]), digits: 2...2),
      let second = number(String(parts[2]), digits: 2...2),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    return Int64(hour * 3600 + minute * 60 + second)
  }

  private static func number(_ text: String, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    return Int(text)
  }

  private static func daysIn(month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  // Counts from the first of March, so that the leap day comes last in its year, in eras of 400
  // years, which all have 146,097 days.
  private static func days(year: Int, month: Int, day: Int) -> Int64 {
    let marchYear = month > 2 ? year : year - 1
    let era = marchYear / 400
    let yearOfEra = marchYear % 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Int64(era * 146_097 + dayOfEra - 719_468)
  }
}
