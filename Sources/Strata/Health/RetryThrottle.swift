/// Decides how long an origin is left alone after failures: exponential backoff with full jitter, capped,
/// and never less than the origin itself asked for.
///
/// See "Exponential Backoff And Jitter" (Brooker, AWS Architecture Blog, 2015). A pure value: moment and
/// randomness are handed in.
struct RetryThrottle: Sendable {
  /// The longest pause that an origin can ask for.
  static let longestRequest = Duration.days(1)

  private(set) var failures = 0
  private(set) var pause = OriginPause(reason: "")
  private(set) var until: MonotonicInstant

  init(at now: MonotonicInstant) {
    until = now
  }

  func isActive(at now: MonotonicInstant) -> Bool { now < until }

  /// Takes in a passing failure.
  ///
  /// - Parameter random: From 0 to 1; 1 gives the whole pause.
  mutating func fail(
    _ reason: String, _ settings: CacheSettings, retryAfter: Duration?, random: Double,
    at now: MonotonicInstant
  ) {
    var pause = settings.retryPause
    var doublings = failures
    while doublings > 0, pause > .zero, pause < settings.longestRetryPause {
      pause = pause.scaled(by: 2)
      doublings -= 1
    }
    pause = Swift.min(pause, settings.longestRetryPause)
    if let life = settings.updateInterval.duration { pause = Swift.min(pause, life) }
    pause = pause.scaled(by: Swift.min(Swift.max(random, 0), 1))
    if let retryAfter { pause = Swift.max(pause, Swift.min(retryAfter, Self.longestRequest)) }
    self.pause = OriginPause(reason: reason)
    failures += 1
    until = now.advanced(by: pause)
  }

  /// Leaves the origin alone for a set time: it was definite.
  mutating func hold(_ absence: Absence, for pause: Duration, at now: MonotonicInstant) {
    self.pause = OriginPause(reason: absence.message, absence: absence)
    until = now.advanced(by: pause)
  }
}
