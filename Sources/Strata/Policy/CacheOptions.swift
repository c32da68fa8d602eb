/// Settings for some keys or one call: what is nil is left as the policy has it. `CacheSettings` tells what
/// each means and its default.
///
/// ```swift
/// let quick = CacheOptions(updateInterval: .minutes(5), softTimeLimit: .milliseconds(200))
/// try await cache.value(for: key, options: quick)
/// ```
public struct CacheOptions: Hashable, Sendable {
  public var updateInterval: TimeToLive?
  public var grace: TimeToLive?
  public var failureInterval: TimeToLive?
  public var jitter: Double?
  public var retryPause: Duration?
  public var longestRetryPause: Duration?
  public var softTimeLimit: TimeLimit?
  public var hardTimeLimit: TimeLimit?
  public var staleWhileRevalidate: TimeToLive?
  /// A share over 0 and under 1; 0 turns it off.
  public var refreshAhead: Double?
  public var absenceReplacesValue: Bool?
  public var finishesAbandonedLoads: Bool?
  public var originBounds: OriginBounds?

  public init(
    updateInterval: TimeToLive? = nil, grace: TimeToLive? = nil,
    failureInterval: TimeToLive? = nil, jitter: Double? = nil, retryPause: Duration? = nil,
    longestRetryPause: Duration? = nil, softTimeLimit: TimeLimit? = nil,
    hardTimeLimit: TimeLimit? = nil, staleWhileRevalidate: TimeToLive? = nil,
    refreshAhead: Double? = nil, absenceReplacesValue: Bool? = nil,
    finishesAbandonedLoads: Bool? = nil, originBounds: OriginBounds? = nil
  ) {
    self.updateInterval = updateInterval
    self.grace = grace
    self.failureInterval = failureInterval
    self.jitter = jitter
    self.retryPause = retryPause
    self.longestRetryPause = longestRetryPause
    self.softTimeLimit = softTimeLimit
    self.hardTimeLimit = hardTimeLimit
    self.staleWhileRevalidate = staleWhileRevalidate
    self.refreshAhead = refreshAhead
    self.absenceReplacesValue = absenceReplacesValue
    self.finishesAbandonedLoads = finishesAbandonedLoads
    self.originBounds = originBounds
  }
}
