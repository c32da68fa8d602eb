import Synchronization

/// Something that happens once, well or not, and that any number of tasks may wait for.
final class OneTimeSignal: Sendable {
  private typealias Continuation = CheckedContinuation<CacheError?, Never>

  private struct State {
    var isFinished = false
    var failure: CacheError?
    var nextID = 0
    var waiters: [Int: Continuation] = [:]
  }

  private let state = Mutex(State())

  /// Lets all go on who wait or will; later calls change nothing.
  ///
  /// - Parameter failure: What those who wait throw.
  func finish(_ failure: CacheError? = nil) {
    let waiters = state.withLock { state -> [Continuation] in
      guard !state.isFinished else { return [] }
      state.isFinished = true
      state.failure = failure
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume(returning: failure) }
  }

  /// Suspends until it happened.
  ///
  /// - Throws: What `finish` was called with; `CacheError` with code `.cancelled` when the task is
  ///   cancelled meanwhile.
  func wait() async throws(CacheError) {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let failure = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: Continuation) in add(continuation, id) }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: id) }?.resume(returning: Self.cancelled)
    }
    if let failure { throw failure }
  }

  private func add(_ continuation: Continuation, _ id: Int) {
    let outcome = state.withLock { state -> CacheError?? in
      if state.isFinished { return .some(state.failure) }
      // A task is marked before its handler runs: the mark is seen here, or the handler finds the waiter.
      if Task.isCancelled { return .some(Self.cancelled) }
      state.waiters[id] = continuation
      return nil
    }
    if let outcome { continuation.resume(returning: outcome) }
  }

  private static var cancelled: CacheError {
    CacheError(.cancelled, message: "the caller was cancelled while it waited")
  }
}
