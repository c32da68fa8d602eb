extension TimerWheel {
  // Instants in nanoseconds to ticks and back. The clock's zero is put where all digits but the highest
  // are zero, so that slots begin at round times: it makes a clock that a test started there easy to
  // follow. The 292 years on either side of it are 2^43.1 ticks; eight digits of six bits hold 2^48.

  private static let nanosecondsPerTick: Int64 = 1_000_000
  private static let bias: Int64 = 3 << 42

  /// The last tick that a clock can show.
  static let lastTick = tick(atOrBefore: MonotonicInstant(nanoseconds: .max))

  /// The tick that has begun at `instant`.
  static func tick(atOrBefore instant: MonotonicInstant) -> UInt64 {
    let (quotient, remainder) = instant.nanoseconds.quotientAndRemainder(
      dividingBy: nanosecondsPerTick)
    return UInt64(bitPattern: quotient &+ bias &- (remainder < 0 ? 1 : 0))
  }

  /// The first tick that begins at `instant` or later. That of the last instants lies beyond `lastTick`.
  static func tick(atOrAfter instant: MonotonicInstant) -> UInt64 {
    let (quotient, remainder) = instant.nanoseconds.quotientAndRemainder(
      dividingBy: nanosecondsPerTick)
    return UInt64(bitPattern: quotient &+ bias &+ (remainder > 0 ? 1 : 0))
  }

  /// When a tick begins, or the beginning of the clock's range for the first one.
  static func instant(of tick: UInt64) -> MonotonicInstant {
    let ticks = Int64(bitPattern: tick) &- bias
    let (product, overflow) = ticks.multipliedReportingOverflow(by: nanosecondsPerTick)
    return MonotonicInstant(nanoseconds: overflow ? (ticks < 0 ? .min : .max) : product)
  }
}
