import Synchronization

/// One running load, shared by all who wait for it.
///
/// The cache owns it; callers only wait, and each leaves for itself. All state lies under the lock of the
/// table that the flight is registered in, so that who joins is never caught by the one who leaves last.
final class Flight<Value: Sendable>: Sendable {
  /// How a flight ends, for those who wait.
  enum Outcome: Sendable {
    /// With a record, stored as far as it should be.
    case landed(CacheRecord<Value>, AnswerSource)
    /// With an error: each waiter falls back on what it has.
    case failed(CacheError)
  }

  /// What a waiter is told.
  enum News: Sendable {
    case outcome(Outcome)
    /// The waiter's own soft time limit came first.
    case softLimit
    /// The waiter's task was cancelled.
    case cancelled
  }

  struct Waiters {
    var continuations: [UInt64: CheckedContinuation<News, Never>] = [:]
    /// News that came before its waiter had suspended.
    var early: [UInt64: News] = [:]
    var nextID: UInt64 = 0
    /// How many wait, or are about to.
    var count = 0
    /// Whether it goes on when nobody waits.
    var isKept = false
    var outcome: Outcome?
    var work: FlightWork?
    /// Whether it was cancelled: nobody may join any more.
    var isAbandoned = false
    /// Whether another load waits for it.
    var isAwaitedByLoad = false
    /// The number that it waits at the gate with: that of another flight where one load is for several.
    var gateNumber: UInt64
  }

  let identity: FlightIdentity
  let waiters: Mutex<Waiters>

  init(_ key: CacheKey) {
    let identity = FlightIdentity(key)
    self.identity = identity
    waiters = Mutex(Waiters(gateNumber: identity.number))
  }

  var key: CacheKey { identity.key }
}

extension Flight {
  /// Takes a place, before the first suspension.
  ///
  /// - Returns: The place's number; nil when the flight was abandoned or has ended.
  func board(isKept: Bool) -> UInt64? {
    waiters.withLock { waiters in
      guard !waiters.isAbandoned, waiters.outcome == nil else { return nil }
      if isKept { waiters.isKept = true }
      waiters.nextID += 1
      waiters.count += 1
      return waiters.nextID
    }
  }

  /// Keeps the flight going without waiting for it.
  func keep() {
    waiters.withLock { $0.isKept = true }
  }

  /// Notes that another load waits for this one. It must then not wait for a place at the origin: were that
  /// load to hold the last one, both would wait for ever.
  ///
  /// - Returns: The number that it waits at the gate with.
  func awaitByLoad() -> UInt64 {
    waiters.withLock { waiters in
      waiters.isAwaitedByLoad = true
      return waiters.gateNumber
    }
  }

  /// Has it wait at the gate as another flight does.
  func waitAtGate(as number: UInt64) {
    waiters.withLock { $0.gateNumber = number }
  }

  /// Whether another load waits for this one.
  var isAwaitedByLoad: Bool { waiters.withLock { $0.isAwaitedByLoad } }

  /// Waits for the outcome, the soft limit, or cancellation.
  func wait(_ place: UInt64) async -> News {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let known = waiters.withLock { waiters -> News? in
          if let early = waiters.early.removeValue(forKey: place) { return early }
          if let outcome = waiters.outcome { return .outcome(outcome) }
          waiters.continuations[place] = continuation
          return nil
        }
        if let known { continuation.resume(returning: known) }
      }
    } onCancel: {
      tell(place, .cancelled)
    }
  }

  /// Tells one waiter, unless it has been told.
  func tell(_ place: UInt64, _ news: News) {
    let continuation = waiters.withLock { waiters -> CheckedContinuation<News, Never>? in
      if let continuation = waiters.continuations.removeValue(forKey: place) { return continuation }
      // Not suspended yet; or told already, and then this is dropped with the flight.
      if waiters.early[place] == nil { waiters.early[place] = news }
      return nil
    }
    continuation?.resume(returning: news)
  }

  /// Gives a place back.
  ///
  /// - Returns: Whether the flight is now abandoned: nobody waits, it is not kept, and it has not ended.
  func leave(_ place: UInt64) -> Bool {
    let (isAbandoned, work) = waiters.withLock { waiters -> (Bool, FlightWork?) in
      waiters.early[place] = nil
      waiters.count -= 1
      guard waiters.count == 0, !waiters.isKept, waiters.outcome == nil, !waiters.isAbandoned else {
        return (false, nil)
      }
      waiters.isAbandoned = true
      return (true, waiters.work)
    }
    work?.abandon()
    return isAbandoned
  }

  /// Hands over the work that it waits for; given up at once if all have left already.
  func attach(_ work: FlightWork) {
    let isOver = waiters.withLock { waiters in
      waiters.work = work
      return waiters.isAbandoned
    }
    if isOver { work.abandon() }
  }

  /// Ends the flight, once: a later outcome is dropped.
  ///
  /// - Returns: Whether this was the outcome.
  @discardableResult
  func land(_ outcome: Outcome) -> Bool {
    let told = waiters.withLock { waiters -> [CheckedContinuation<News, Never>]? in
      guard waiters.outcome == nil else { return nil }
      waiters.outcome = outcome
      let told = Array(waiters.continuations.values)
      waiters.continuations = [:]
      return told
    }
    guard let told else { return false }
    for continuation in told { continuation.resume(returning: .outcome(outcome)) }
    return true
  }

  /// Raises the priority of the load to that of one who waits for it.
  func escalate(to priority: TaskPriority) {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    waiters.withLock { $0.work }?.task.escalatePriority(to: priority)
  }
}

/// The work of a flight, which may be that of other flights too.
struct FlightWork: Sendable {
  let task: Task<Void, Never>
  /// Called once, when nobody waits for the flight any more.
  let abandon: @Sendable () -> Void

  /// Work for one flight alone.
  init(_ task: Task<Void, Never>) {
    self.init(task) { task.cancel() }
  }

  init(_ task: Task<Void, Never>, abandon: @escaping @Sendable () -> Void) {
    self.task = task
    self.abandon = abandon
  }
}
