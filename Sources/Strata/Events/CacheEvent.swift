/// One decision of a cache or a stack, as it was made.
public enum CacheEvent: Sendable {
  /// Answered from a tier with a record that is fresh.
  case hit(CacheKey, tier: String)
  /// No tier had a record.
  case miss(CacheKey)
  /// A record found in a lower tier was copied into this one.
  case backfilled(CacheKey, tier: String)
  /// The origin is being asked.
  case loadStarted(CacheKey)
  /// The load ended, in one of its outcomes.
  case loadEnded(CacheKey, LoadConclusion, after: Duration)
  /// A stale value was answered.
  case staleServed(CacheKey, StaleReason)
  /// A record that was read is being reloaded before it turns stale.
  case refreshAhead(CacheKey)
  /// Dead records, or what was over a limit, were removed from the stack.
  case swept(count: Int)
  /// A record left a tier in memory.
  case evicted(CacheKey, tier: String, RemovalReason)
  /// Keys were removed or expired by a call.
  case removed(RemovalScope?, key: CacheKey?)
  /// A call on a tier failed.
  case tierFailed(tier: String, CacheError)
  /// A tier or an origin's domain is left alone after failures in a row.
  case breakerOpened(name: String)
  /// It works again.
  case breakerClosed(name: String)
  /// A policy was replaced.
  case policyReplaced
}

/// How a load ended.
public enum LoadConclusion: Hashable, Sendable {
  /// A value came and is stored.
  case value
  /// The origin confirmed the value that was there.
  case unchanged
  /// The origin has none.
  case absent
  /// A value came that is not to be stored.
  case skipped
  /// The load failed, in a way that may pass.
  case failed
  /// The load was over its time limit.
  case timedOut
  /// All its callers left.
  case cancelled
}

/// Why an answer is stale.
public enum StaleReason: Hashable, Sendable {
  /// It is being refreshed behind.
  case revalidating
  /// The refresh took longer than the soft time limit, and goes on.
  case slowOrigin
  /// The origin failed: what it said.
  case originFailed(String)
  /// The origin failed a moment ago and is not asked again yet.
  case throttled
  /// The call asked for what the cache has only.
  case cacheOnly
}
