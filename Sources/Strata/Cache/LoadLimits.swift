/// How many loads a cache runs at once.
public struct LoadLimits: Hashable, Sendable {
  /// In all; at least 1.
  public var total: Int
  /// For one domain; at least 1. Keys without a domain count as one domain.
  public var perDomain: Int
  /// Background refreshes that may run or wait; more are dropped, and come again with the next read.
  public var refreshes: Int

  /// - Parameters:
  ///   - total: Default: 256.
  ///   - perDomain: Default: 256; link previews take 8.
  ///   - refreshes: Default: 1,000.
  public init(total: Int = 256, perDomain: Int = 256, refreshes: Int = 1_000) {
    self.total = Swift.max(total, 1)
    self.perDomain = Swift.max(perDomain, 1)
    self.refreshes = Swift.max(refreshes, 0)
  }
}
