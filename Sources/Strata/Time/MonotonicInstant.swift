/// A moment on a monotonic clock that goes on while the machine sleeps.
///
/// Its zero has no meaning outside of the process. Deadlines, pauses and the age of records in this
/// process are measured with it, so that a wall clock that is set back or forth changes nothing.
/// Arithmetic saturates.
public struct MonotonicInstant: Hashable, Comparable, Sendable {
  /// Nanoseconds since the clock's own zero.
  public let nanoseconds: Int64

  @inlinable
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  @inlinable
  public static func < (left: MonotonicInstant, right: MonotonicInstant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// This instant moved by a duration, saturating.
  public func advanced(by duration: Duration) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: nanoseconds.addingSaturating(duration.saturatingNanoseconds))
  }

  /// The time from `other` to this instant, saturating; negative when `other` is later.
  public func duration(since other: MonotonicInstant) -> Duration {
    .nanoseconds(nanoseconds.subtractingSaturating(other.nanoseconds))
  }
}
