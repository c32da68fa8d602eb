/// A record's place in the one order of all changes.
///
/// A hybrid logical clock reading (Kulkarni, Demirbas et al., "Logical Physical Clocks", 2014): 48 bits
/// of milliseconds since 1970, then 16 bits that count changes within a millisecond. Stamps of one
/// clock are unique and increase even when the wall clock stands still or is set back; stamps of
/// several processes are ordered by time as far as their clocks agree.
///
/// A loaded value carries the stamp taken when its load *began*, so that whatever was changed or
/// removed while it was under way is newer than it.
public struct Stamp: Hashable, Comparable, Sendable, Codable {
  /// The stamp as stored: milliseconds in the upper 48 bits, counter in the lower 16.
  public let rawValue: UInt64

  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Older than every change: what a record that was never filled carries.
  public static let zero = Stamp(rawValue: 0)

  /// Newer than every change.
  public static let max = Stamp(rawValue: .max)

  /// The milliseconds since 1970 that the stamp was made at, as its clock saw it.
  public var milliseconds: Int64 { Int64(rawValue >> 16) }

  public static func < (left: Stamp, right: Stamp) -> Bool {
    left.rawValue < right.rawValue
  }
}
