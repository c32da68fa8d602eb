/// What to do about a read, decided from the record, the settings and the moment alone.
enum ReadDecision: Hashable, Sendable {
  /// Answer with the record: it is fresh.
  case answer(refreshAhead: Bool)
  /// Answer with the record, which is stale; refresh it behind or not.
  case answerStale(StaleReason, refresh: Bool)
  /// The origin is known to have no value.
  case absent
  /// Wait for the origin; the record, if usable, is the fallback.
  case load(hasFallback: Bool)
  /// There is nothing to answer with, and the origin is left alone.
  case unavailable
  /// There is nothing to answer with, and the call forbids a load.
  case notCached

  /// - Parameters:
  ///   - record: What the stack has, if anything.
  ///   - isThrottled: Whether the origin is left alone for this key or its domain.
  static func decide(
    _ record: RecordMetadata?, _ settings: CacheSettings, mode: ReadMode, isThrottled: Bool,
    at now: MonotonicInstant
  ) -> ReadDecision {
    let terms = record.map { settings.terms(for: $0) } ?? settings.terms
    let freshness = record?.freshness(under: terms, at: now) ?? .empty
    let isAbsence = record?.isAbsence ?? false
    switch (mode, freshness) {
    case (.refresh, .fresh), (.refresh, .stale): return .load(hasFallback: !isAbsence)
    case (.refresh, .empty), (.refresh, .dead): return .load(hasFallback: false)
    case (_, .fresh):
      if isAbsence { return .absent }
      return .answer(
        refreshAhead: mode == .automatic && !isThrottled
          && isDueAhead(record, settings, terms, at: now))
    case (.cacheOnly, .stale): return isAbsence ? .absent : .answerStale(.cacheOnly, refresh: false)
    case (.cacheOnly, .empty), (.cacheOnly, .dead): return .notCached
    case (.automatic, .stale):
      if isAbsence { return isThrottled ? .unavailable : .load(hasFallback: false) }
      if isThrottled { return .answerStale(.throttled, refresh: false) }
      if isWithinRevalidation(record, settings, terms, at: now) {
        return .answerStale(.revalidating, refresh: true)
      }
      return .load(hasFallback: true)
    case (.automatic, .empty), (.automatic, .dead):
      return isThrottled ? .unavailable : .load(hasFallback: false)
    }
  }

  private static func isDueAhead(
    _ record: RecordMetadata?, _ settings: CacheSettings, _ terms: ExpiryTerms,
    at now: MonotonicInstant
  ) -> Bool {
    guard let share = settings.refreshAhead, let record, let end = record.staleInstant(under: terms)
    else { return false }
    let life = end.duration(since: record.updateInstant)
    return now >= record.updateInstant.advanced(by: life.scaled(by: share))
  }

  private static func isWithinRevalidation(
    _ record: RecordMetadata?, _ settings: CacheSettings, _ terms: ExpiryTerms,
    at now: MonotonicInstant
  ) -> Bool {
    guard let end = record?.staleInstant(under: terms) else { return false }
    switch settings.staleWhileRevalidate {
    case .never: return true
    case .after(let window): return now < end.advanced(by: window)
    }
  }
}
