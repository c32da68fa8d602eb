import Synchronization

/// A manager's place in a stack: its name, its health and what it missed.
///
/// ```swift
/// TieredCacheManager {
///   MemoryCacheManager()
///   Tier(shared, name: "redis", timeLimit: .milliseconds(50))
/// }
/// ```
public final class Tier<Value: Sendable>: Sendable {
  /// The manager.
  public let manager: any CacheManager<Value>
  /// What events, errors and statistics call it.
  public let name: String

  let timeLimit: TimeLimit
  private struct State {
    var breaker: CircuitBreaker
    var backlog: TierBacklog<Value>
    var isRecovering = false
    var errors = 0
  }
  private let state: Mutex<State>
  // Whether a read must look at breaker and backlog; almost always no, and then it takes no lock.
  let trouble = TroubleFlag()

  /// - Parameters:
  ///   - name: Default: the manager's.
  ///   - timeLimit: How long a read of this tier may take before it counts as a failed one. Default: no
  ///     limit, right for tiers on this machine.
  ///   - breaker: When a failing tier is left alone, and for how long. Default: 5 failures in a row, 30 s.
  ///   - backlogLimit: How many missed writes and removals are kept for later. Default: 10,000.
  public init(
    _ manager: any CacheManager<Value>, name: String? = nil, timeLimit: TimeLimit = .unlimited,
    breaker: CircuitBreaker.Limits = CircuitBreaker.Limits(), backlogLimit: Int = 10_000
  ) {
    self.manager = manager
    self.name = name ?? manager.name
    self.timeLimit = timeLimit
    state = Mutex(
      State(breaker: CircuitBreaker(breaker), backlog: TierBacklog(limit: Swift.max(backlogLimit, 1))))
  }

  /// Whether all is well: no failure since the last success, nothing missed.
  @inline(__always)
  var isHealthy: Bool { !trouble.isUp }

  /// Calls that failed so far.
  var errorCount: Int { state.withLock { $0.errors } }

  func admits(at now: MonotonicInstant) -> Bool {
    isHealthy || state.withLock { $0.breaker.admits(at: now) }
  }

  func record(_ outcome: CircuitBreaker.Outcome, at now: MonotonicInstant) -> CircuitBreaker.Change?
  {
    if outcome != .failure && isHealthy { return nil }
    return update { state in
      if outcome == .failure { state.errors += 1 }
      return state.breaker.record(outcome, at: now)
    }
  }

  func verdict(_ key: CacheKey, _ record: CacheRecord<Value>?) -> TierBacklog<Value>.Verdict {
    isHealthy ? .use : state.withLock { $0.backlog.verdict(key, record) }
  }

  /// Whether what the tier has for a key may be old.
  func isBypassed(_ entry: EntryInfo) -> Bool {
    !isHealthy && state.withLock { $0.backlog.isBypassed(entry) }
  }

  func updateBacklog(_ change: @Sendable (inout TierBacklog<Value>) -> Void) {
    update { change(&$0.backlog) }
  }

  /// Some of the backlog, for one task at a time to work off; nil when another does, or there is none.
  func beginRecovery() -> [TierBacklog<Value>.Work]? {
    guard !isHealthy else { return nil }
    return state.withLock { state in
      guard !state.isRecovering, !state.backlog.isEmpty else { return nil }
      state.isRecovering = true
      return state.backlog.next(64)
    }
  }

  func endRecovery(done: [TierBacklog<Value>.Work]) {
    update { state in
      for work in done { state.backlog.done(work) }
      state.isRecovering = false
    }
  }

  private func update<Result: Sendable>(_ body: @Sendable (inout State) -> Result) -> Result {
    state.withLock { state in
      let result = body(&state)
      trouble.set(!state.breaker.isPristine || !state.backlog.isEmpty)
      return result
    }
  }
}
