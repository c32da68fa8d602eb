/// All that a cache lets one set about the life of a record and the loads behind it, with each value
/// given: what `ExpiryPolicy` resolves to for a key.
///
/// Every setting acts from the next read or load on, also on records stored before.
public struct CacheSettings: Hashable, Sendable {
  /// How long after its update a record is fresh. No default: a cache must be told; link previews take ten
  /// days.
  public var updateInterval: TimeToLive

  /// How long after the end of its update interval a record may still be used while the origin fails.
  /// Default: zero, off; link previews take 30 days. It ends for good: neither failures nor reads extend it.
  public var grace: TimeToLive = .zero

  /// How long a definite failure (no such page, say) is remembered, so that the origin is not asked again.
  /// Default: zero, not at all; link previews take one hour.
  public var failureInterval: TimeToLive = .zero

  /// The share of the update interval, 0 to 1, by which it is shortened at most, differently for each
  /// record. Default: 0.05. It never touches `.never`, grace or the other pauses.
  public var jitter: Double = 0.05

  /// After a passing failure the origin is left alone for this long, doubling with each further failure in
  /// a row, at random between zero and the whole (full jitter). Default: 30 s. Never more than the update
  /// interval.
  public var retryPause: Duration = .seconds(30)

  /// The longest pause after failures in a row. Default: 15 min.
  public var longestRetryPause: Duration = .minutes(15)

  /// When there is a value to fall back on, callers wait for the origin at most this long and then get the
  /// stale value; the load goes on. Default: unlimited.
  public var softTimeLimit: TimeLimit = .unlimited

  /// The longest that a load may take before it is cancelled and counts as failed. Default: 15 s.
  public var hardTimeLimit: TimeLimit = .seconds(15)

  /// How long after turning stale a record is answered at once and refreshed behind. Default: zero: callers
  /// wait for the refresh. It lies within the grace period.
  public var staleWhileRevalidate: TimeToLive = .zero

  /// The share of the update interval, over 0 and under 1, after which a record that is read is reloaded in
  /// the background. Default: nil, off.
  public var refreshAhead: Double? = nil

  /// Whether a definite failure replaces a value that was good before. Default: false: the value is served
  /// until its grace period ends.
  public var absenceReplacesValue: Bool = false

  /// Whether a load whose callers have all gone is finished into the cache. Default: false: it is
  /// cancelled.
  public var finishesAbandonedLoads: Bool = false

  /// Whether what the origin says about caching bounds the update interval, and between which limits.
  /// Default: nil: the update interval is the user's word.
  public var originBounds: OriginBounds? = nil

  public init(updateInterval: TimeToLive) {
    self.updateInterval = updateInterval
  }

  /// The part that a value's freshness is decided by.
  public var terms: ExpiryTerms {
    ExpiryTerms(timeToLive: updateInterval, grace: grace, jitter: jitter)
  }

  /// The part that a record's freshness is decided by: an absence is remembered for the failure interval,
  /// and is no good after it.
  public func terms(for record: RecordMetadata) -> ExpiryTerms {
    record.isAbsence ? ExpiryTerms(timeToLive: failureInterval, jitter: jitter) : terms
  }

  /// These settings with those that are set in `options` replaced.
  public func applying(_ options: CacheOptions) -> CacheSettings {
    var settings = self
    if let value = options.updateInterval { settings.updateInterval = value }
    if let value = options.grace { settings.grace = value }
    if let value = options.failureInterval { settings.failureInterval = value }
    if let value = options.jitter { settings.jitter = value }
    if let value = options.retryPause { settings.retryPause = value }
    if let value = options.longestRetryPause { settings.longestRetryPause = value }
    if let value = options.softTimeLimit { settings.softTimeLimit = value }
    if let value = options.hardTimeLimit { settings.hardTimeLimit = value }
    if let value = options.staleWhileRevalidate { settings.staleWhileRevalidate = value }
    if let value = options.refreshAhead { settings.refreshAhead = value == 0 ? nil : value }
    if let value = options.absenceReplacesValue { settings.absenceReplacesValue = value }
    if let value = options.finishesAbandonedLoads { settings.finishesAbandonedLoads = value }
    if let value = options.originBounds { settings.originBounds = value }
    return settings
  }
}

/// The limits between which an origin's own word on caching may set the update interval.
public struct OriginBounds: Hashable, Sendable {
  /// The shortest interval that an origin can ask for, `no-store` and `no-cache` included.
  public var atLeast: Duration
  /// The longest.
  public var atMost: Duration

  public init(atLeast: Duration, atMost: Duration) {
    self.atLeast = atLeast
    self.atMost = atMost
  }

  /// The interval that an origin asks for, held between the limits; the lower one wins.
  public func clamp(_ life: Duration) -> Duration {
    Swift.max(atLeast, Swift.min(life, atMost))
  }
}
