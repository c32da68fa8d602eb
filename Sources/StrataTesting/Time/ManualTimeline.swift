import Strata
import Synchronization

/// The readings of a manual clock, and who waits for them.
final class ManualTimeline: TimeSource {
  private typealias Continuation = CheckedContinuation<Result<Void, CancellationError>, Never>

  private struct State {
    var now: MonotonicInstant
    var date: Timestamp
    var nextID: UInt64 = 0
    var sleepers: [UInt64: Waiter<MonotonicInstant>] = [:]
    var observers: [UInt64: Waiter<Int>] = [:]
  }

  private struct Waiter<Goal> {
    let goal: Goal
    let continuation: Continuation
  }

  private let state: Mutex<State>

  init(now: MonotonicInstant, date: Timestamp) {
    state = Mutex(State(now: now, date: date))
  }

  var now: MonotonicInstant { state.withLock { $0.now } }
  var date: Timestamp { state.withLock { $0.date } }
  var sleeperCount: Int { state.withLock { $0.sleepers.count } }
  var nextDeadline: MonotonicInstant? { state.withLock { Self.nextDeadline(of: $0) } }

  // MARK: Moving

  func advance(by duration: Duration) {
    move { state in
      state.now = state.now.advanced(by: duration)
      state.date = state.date.advanced(by: duration)
    }
  }

  func advanceToNextDeadline() -> Duration? {
    var moved: Duration?
    move { state in
      guard let deadline = Self.nextDeadline(of: state) else { return }
      let distance = deadline.duration(since: state.now)
      state.now = deadline
      state.date = state.date.advanced(by: distance)
      moved = distance
    }
    return moved
  }

  func jumpWall(by duration: Duration) {
    state.withLock { $0.date = $0.date.advanced(by: duration) }
  }

  private func move(_ step: (inout State) -> Void) {
    let due = state.withLock { state in
      step(&state)
      let now = state.now
      let due = state.sleepers.filter { $0.value.goal <= now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.sorted { ($0.value.goal, $0.key) < ($1.value.goal, $1.key) }
    }
    for (_, waiter) in due { waiter.continuation.resume(returning: .success(())) }
  }

  private static func nextDeadline(of state: borrowing State) -> MonotonicInstant? {
    state.sleepers.values.lazy.map(\.goal).min()
  }

  // MARK: Waiting

  func sleep(until deadline: MonotonicInstant) async throws(CancellationError) {
    try await wait { id, continuation, state in
      if deadline <= state.now { return false }
      state.sleepers[id] = Waiter(goal: deadline, continuation: continuation)
      return true
    }
  }

  func waitForSleepers(_ count: Int) async throws(CancellationError) {
    try await wait { id, continuation, state in
      if state.sleepers.count >= count { return false }
      state.observers[id] = Waiter(goal: count, continuation: continuation)
      return true
    }
  }

  /// - Parameter register: Keeps the continuation, or returns false where there is nothing to wait for.
  private func wait(
    _ register: (UInt64, Continuation, inout State) -> Bool
  ) async throws(CancellationError) {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: Continuation) in
        add(id, continuation, register)
      }
    } onCancel: {
      cancel(id)
    }
    try outcome.get()
  }

  private func add(
    _ id: UInt64, _ continuation: Continuation,
    _ register: (UInt64, Continuation, inout State) -> Bool
  ) {
    let (outcome, observers) = state.withLock {
      state -> (Result<Void, CancellationError>?, [Continuation]) in
      // A task is marked as cancelled before its handler runs: either the mark is seen here, or the handler
      // finds, after this lock is free, what is registered now.
      if Task.isCancelled { return (.failure(CancellationError()), []) }
      guard register(id, continuation, &state) else { return (.success(()), []) }
      let count = state.sleepers.count
      let satisfied = state.observers.filter { $0.value.goal <= count }
      for id in satisfied.keys { state.observers[id] = nil }
      return (nil, satisfied.values.map(\.continuation))
    }
    if let outcome { continuation.resume(returning: outcome) }
    for observer in observers { observer.resume(returning: .success(())) }
  }

  private func cancel(_ id: UInt64) {
    let continuation = state.withLock { state in
      state.sleepers.removeValue(forKey: id)?.continuation
        ?? state.observers.removeValue(forKey: id)?.continuation
    }
    continuation?.resume(returning: .failure(CancellationError()))
  }
}
