/// The ranges that settings must lie in.
enum PolicyChecks {
  static func check(_ options: CacheOptions, rule: String) throws(PolicyError) {
    let lives: [(String, TimeToLive?)] = [
      ("updateInterval", options.updateInterval), ("grace", options.grace),
      ("failureInterval", options.failureInterval),
      ("staleWhileRevalidate", options.staleWhileRevalidate),
    ]
    for case (let field, .after(let duration)?) in lives where duration < .zero {
      throw PolicyError(
        rule: rule, field: field, message: "\(duration) is negative; give 0 or more")
    }
    let pauses: [(String, Duration?)] = [
      ("retryPause", options.retryPause), ("longestRetryPause", options.longestRetryPause),
      ("softTimeLimit", options.softTimeLimit?.duration),
      ("hardTimeLimit", options.hardTimeLimit?.duration),
      ("originBounds.atLeast", options.originBounds?.atLeast),
      ("originBounds.atMost", options.originBounds?.atMost),
    ]
    for case (let field, let duration?) in pauses where duration < .zero {
      throw PolicyError(
        rule: rule, field: field, message: "\(duration) is negative; give 0 or more")
    }
    if let jitter = options.jitter, !(0...1).contains(jitter) {
      throw PolicyError(rule: rule, field: "jitter", message: "\(jitter) is not between 0 and 1")
    }
    if let share = options.refreshAhead, !(0..<1).contains(share) {
      throw PolicyError(
        rule: rule, field: "refreshAhead",
        message: "\(share) is no share from 0 (off) to under 1 of the update interval")
    }
    if let bounds = options.originBounds, bounds.atLeast > bounds.atMost {
      throw PolicyError(
        rule: rule, field: "originBounds", message: "atLeast is greater than atMost; swap them")
    }
  }
}

extension CacheOptions {
  /// All settings, set.
  init(_ settings: CacheSettings) {
    self.init(
      updateInterval: settings.updateInterval, grace: settings.grace,
      failureInterval: settings.failureInterval, jitter: settings.jitter,
      retryPause: settings.retryPause, longestRetryPause: settings.longestRetryPause,
      softTimeLimit: settings.softTimeLimit, hardTimeLimit: settings.hardTimeLimit,
      staleWhileRevalidate: settings.staleWhileRevalidate,
      refreshAhead: settings.refreshAhead ?? 0,
      absenceReplacesValue: settings.absenceReplacesValue,
      finishesAbandonedLoads: settings.finishesAbandonedLoads,
      originBounds: settings.originBounds)
  }
}
