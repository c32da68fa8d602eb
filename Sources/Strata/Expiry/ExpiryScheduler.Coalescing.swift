extension ExpiryScheduler {
  /// Rounds wake-ups up to whole multiples of a time.
  ///
  /// Multiples on the clock, rather than a delay after each deadline: of deadlines that come ever
  /// earlier, only the first in each interval then costs a new sleep.
  struct Coalescing: Sendable {
    private let interval: Int64

    init(_ interval: Duration) {
      self.interval = Swift.max(interval, TimerWheel.resolution).saturatingNanoseconds
    }

    /// The multiple at or after an instant, saturating.
    func wake(for deadline: MonotonicInstant) -> MonotonicInstant {
      let remainder = deadline.nanoseconds % interval
      let rest = remainder > 0 ? interval - remainder : -remainder
      return MonotonicInstant(nanoseconds: deadline.nanoseconds.addingSaturating(rest))
    }
  }
}
