/// A wall-clock moment: nanoseconds since 1970-01-01T00:00:00Z, in UTC.
///
/// Timestamps are what records store and what leaves the process. They are never used to measure how
/// long something took: a wall clock may jump. `MonotonicInstant` is for that.
///
/// Arithmetic saturates: a sum beyond the range (years 1677 to 2262) is the nearest end of it.
public struct Timestamp: Hashable, Comparable, Sendable, Codable {
  /// Nanoseconds since 1970-01-01T00:00:00Z.
  public let nanoseconds: Int64

  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// A timestamp from whole milliseconds since 1970, saturating.
  public init(milliseconds: Int64) {
    let (product, overflow) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
    nanoseconds = overflow ? (milliseconds < 0 ? .min : .max) : product
  }

  /// Whole milliseconds since 1970, rounded down.
  public var milliseconds: Int64 {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return rest < 0 ? whole - 1 : whole
  }

  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// This moment moved by a duration, saturating.
  public func advanced(by duration: Duration) -> Timestamp {
    Timestamp(nanoseconds: nanoseconds.addingSaturating(duration.saturatingNanoseconds))
  }

  /// The time from `other` to this moment, saturating; negative when `other` is later.
  public func duration(since other: Timestamp) -> Duration {
    .nanoseconds(nanoseconds.subtractingSaturating(other.nanoseconds))
  }
}
