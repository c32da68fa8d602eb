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
      State(
        breaker: CircuitBreaker(breaker), backlog: TierBacklog(limit: Swift.max(backlogLimit, 1))))
  }

  /// Whether all is well: no failure since the last success, nothing missed.
  @inline(__always)
  var isHealthy: Bool { !trouble.isUp }

  /// Calls that failed so far.
  var errorCount: Int { state.withLock { $0.errors } }

  func admits(at now: MonotonicInstant) -> Bool {
    isHealthy || state.withLock { $0.breaker.admits(at: now) }
  }

  /// Takes in that a call worked; asked only where something was wrong before.
  func succeeded(at now: MonotonicInstant) -> CircuitBreaker.Change? {
    update { $0.breaker.record(.success, at: now) }
  }

  /// Takes in that a call failed.
  func record(_ error: CacheError, at now: MonotonicInstant) -> CircuitBreaker.Change? {
    update { state in
      if error.code != .cancelled { state.errors += 1 }
      return state.breaker.record(error.isFaultOfTier ? .failure : .neutral, at: now)
    }
  }

  func verdict(_ key: CacheKey, _ record: CacheRecord<Value>?) -> TierBacklog<Value>.Verdict {
    isHealthy ? .use : state.withLock { $0.backlog.verdict(key, record) }
  }

  /// Whether what the tier has for a key may be old.
  func isBypassed(_ entry: EntryInfo) -> Bool {
    !isHealthy && state.withLock { $0.backlog.isBypassed(entry) }
  }

  /// Whether a record still waits to be written: neither it nor anything newer was, and it was not removed.
  func isPending(_ record: CacheRecord<Value>, for key: CacheKey) -> Bool {
    state.withLock { $0.backlog.isPending(record, for: key) }
  }

  func updateBacklog(_ change: @Sendable (inout TierBacklog<Value>) -> Void) {
    update { change(&$0.backlog) }
  }

  /// Whether the caller is to work off the backlog: there is something to do and nobody else is at it.
  func beginRecovery() -> Bool {
    state.withLock { state in
      guard !state.isRecovering, state.backlog.hasWork else { return false }
      state.isRecovering = true
      return true
    }
  }

  /// Some of the backlog; nil when nothing is left, which ends the recovery.
  func nextRecoveryWork() -> [TierBacklog<Value>.Work]? {
    state.withLock { state in
      let work = state.backlog.next(64)
      if work.isEmpty { state.isRecovering = false }
      return work.isEmpty ? nil : work
    }
  }

  func endRecovery() {
    state.withLock { $0.isRecovering = false }
  }

  private func update<Result: Sendable>(_ body: @Sendable (inout State) -> Result) -> Result {
    state.withLock { state in
      let result = body(&state)
      trouble.set(!state.breaker.isPristine || !state.backlog.isEmpty)
      return result
    }
  }
}
