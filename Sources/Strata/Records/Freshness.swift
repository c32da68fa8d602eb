/// What a record is good for at a moment.
public enum Freshness: Hashable, Sendable {
  /// Known, never filled: nothing to answer with.
  case empty
  /// Answer with it; nothing else needs to happen.
  case fresh
  /// Past its time to live, within the grace period: usable when the origin fails, or while it is asked.
  case stale
  /// Past its grace period: not to be used, may be swept.
  case dead

  /// Whether there is something to answer with, in need at least.
  public var isUsable: Bool { self == .fresh || self == .stale }
}

/// How long a record lives: what freshness is decided by, next to the record and the clock.
public struct ExpiryTerms: Hashable, Sendable {
  /// How long after its update a record is fresh, where it has no time to live of its own.
  public var timeToLive: TimeToLive
  /// How long after the end of its time to live a record may still be used when the origin fails;
  /// `.never` ends never. Negative counts as zero.
  public var grace: TimeToLive
  /// The share of the time to live, 0 to 1, by which it is shortened at most, differently for each
  /// record, so that records stored together do not expire together.
  public var jitter: Double

  public init(timeToLive: TimeToLive, grace: TimeToLive = .zero, jitter: Double = 0) {
    self.timeToLive = timeToLive
    self.grace = grace
    self.jitter = jitter
  }
}

extension RecordMetadata {
  /// What the record is good for at `now`: the one place where this is decided, on every path and in
  /// every tier.
  ///
  /// A moment that equals the end of the time to live is past it.
  public func freshness(under terms: ExpiryTerms, at now: MonotonicInstant) -> Freshness {
    guard isFilled else { return .empty }
    guard let end = staleInstant(under: terms) else { return .fresh }
    if now < end { return .fresh }
    switch terms.grace {
    case .never: return .stale
    case .after(let grace):
      let last = end.advanced(by: Swift.max(grace, .zero))
      return now < last || last.nanoseconds == .max ? .stale : .dead
    }
  }

  /// When the record turns stale; nil for never, or when it was never filled.
  public func staleInstant(under terms: ExpiryTerms) -> MonotonicInstant? {
    guard isFilled else { return nil }
    if isExpiredByHand { return updateInstant }
    guard case .after(let life) = timeToLive ?? terms.timeToLive else { return nil }
    let end = updateInstant.advanced(by: jittered(life, by: terms.jitter))
    // What saturates is beyond any clock.
    return end.nanoseconds == .max ? nil : end
  }

  /// When the record is dead; nil for never, or when it was never filled.
  public func deadInstant(under terms: ExpiryTerms) -> MonotonicInstant? {
    guard let end = staleInstant(under: terms), case .after(let grace) = terms.grace else {
      return nil
    }
    let last = end.advanced(by: Swift.max(grace, .zero))
    return last.nanoseconds == .max ? nil : last
  }

  /// The time since the value was got or confirmed; nil when never.
  public func age(at now: MonotonicInstant) -> Duration? {
    isFilled ? Swift.max(now.duration(since: updateInstant), .zero) : nil
  }

  /// The life shortened by this record's part of the jitter: the same in all tiers, since it comes from
  /// the stamp.
  private func jittered(_ life: Duration, by jitter: Double) -> Duration {
    guard jitter > 0, life > .zero else { return life }
    // Fibonacci hashing spreads neighbouring stamps over the whole range.
    let spread = Double((stamp.rawValue &* 0x9E37_79B9_7F4A_7C15) >> 11) / Double(1 << 53)
    return life - life.scaled(by: Swift.min(jitter, 1) * spread)
  }
}
