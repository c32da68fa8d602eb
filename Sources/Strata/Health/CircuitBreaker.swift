/// Decides whether something that fails may be tried: after failures in a row it is left alone for a
/// while, then one probe at a time finds out whether it works again.
///
/// A pure value: the moment is handed in, and the caller does what the answer says. A probe that never
/// reports counts as failed after the pause, so that the breaker can't stay half open for ever.
public struct CircuitBreaker: Sendable {
  /// When a breaker opens and for how long.
  public struct Limits: Hashable, Sendable {
    /// Failures in a row after which it opens; at least 1.
    public var failures: Int
    /// How long it stays open, and how long a probe may take.
    public var pause: Duration

    /// - Parameters:
    ///   - failures: Default: 5.
    ///   - pause: Default: 30 s.
    public init(failures: Int = 5, pause: Duration = .seconds(30)) {
      self.failures = Swift.max(failures, 1)
      self.pause = Swift.max(pause, .zero)
    }
  }

  /// What became of an attempt.
  public enum Outcome: Hashable, Sendable {
    case success
    case failure
    /// It ended for a reason that says nothing, such as a cancelled caller.
    case neutral
  }

  /// What changed, for events.
  public enum Change: Hashable, Sendable { case opened, closed }

  private enum State: Sendable {
    case closed(failures: Int)
    case open(until: MonotonicInstant)
    case probing(until: MonotonicInstant)
  }

  private let limits: Limits
  private var state = State.closed(failures: 0)

  public init(_ limits: Limits = Limits()) {
    self.limits = limits
  }

  /// Whether an attempt may be made now; one that may is reported to `record` afterwards.
  public mutating func admits(at now: MonotonicInstant) -> Bool {
    switch state {
    case .closed: return true
    case .open(let until), .probing(let until):
      guard now >= until else { return false }
      state = .probing(until: now.advanced(by: Swift.max(limits.pause, .milliseconds(1))))
      return true
    }
  }

  /// Whether attempts are refused at this moment.
  public func isOpen(at now: MonotonicInstant) -> Bool {
    switch state {
    case .closed: false
    case .open(let until), .probing(let until): now < until
    }
  }

  /// Whether it is in its normal state, with no failure counted.
  var isPristine: Bool {
    if case .closed(failures: 0) = state { true } else { false }
  }

  /// Takes in how an attempt ended.
  public mutating func record(_ outcome: Outcome, at now: MonotonicInstant) -> Change? {
    switch (state, outcome) {
    case (.closed, .success):
      state = .closed(failures: 0)
      return nil
    case (.closed, .neutral): return nil
    case (.closed(let failures), .failure):
      guard failures + 1 >= limits.failures else {
        state = .closed(failures: failures + 1)
        return nil
      }
      state = .open(until: now.advanced(by: limits.pause))
      return .opened
    case (.open, .success), (.probing, .success):
      state = .closed(failures: 0)
      return .closed
    case (.probing, .failure):
      state = .open(until: now.advanced(by: limits.pause))
      return nil
    case (.probing, .neutral):
      // The slot is free again at once for another probe.
      state = .open(until: now)
      return nil
    case (.open, .failure), (.open, .neutral): return nil
    }
  }
}
