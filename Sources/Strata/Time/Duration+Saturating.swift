extension Duration {
  /// The duration in nanoseconds, rounded towards zero; the nearest `Int64` where it does not fit.
  public var saturatingNanoseconds: Int64 {
    // A duration may have more seconds than `components` can tell.
    if self >= .nanoseconds(Int64.max) { return .max }
    if self <= .nanoseconds(Int64.min) { return .min }
    let (seconds, attoseconds) = components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? .min : .max }
    return scaled.addingSaturating(attoseconds / 1_000_000_000)
  }

  /// The duration multiplied by a share, saturating. NaN counts as zero.
  func scaled(by share: Double) -> Duration {
    let product = Double(saturatingNanoseconds) * share
    if product.isNaN { return .zero }
    if product >= 9.2e18 { return .nanoseconds(Int64.max) }
    if product <= -9.2e18 { return .nanoseconds(Int64.min) }
    return .nanoseconds(Int64(product))
  }
}

extension Int64 {
  func addingSaturating(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  func subtractingSaturating(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}

extension Int {
  func addingSaturating(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
