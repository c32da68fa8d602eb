import Strata
import Synchronization

/// The answer to one queued write, given once: by the writer thread, or by the watchdog when it takes too
/// long.
final class Completion: Sendable {
  private enum State {
    case open
    case waiting(CheckedContinuation<Result<Int, CacheError>, Never>)
    case observed(@Sendable () -> Void)
    case done(Result<Int, CacheError>)

    var isDone: Bool {
      if case .done = self { true } else { false }
    }
  }

  private let state = Mutex(State.open)
  /// When whoever waits is told `.busy`.
  let deadline: ContinuousClock.Instant

  init(deadline: ContinuousClock.Instant) {
    self.deadline = deadline
  }

  /// Gives the answer; later ones are dropped.
  func finish(_ result: Result<Int, CacheError>) {
    let before = state.withLock { state in
      defer { if !state.isDone { state = .done(result) } }
      return state
    }
    switch before {
    case .open, .done: break
    case .waiting(let continuation): continuation.resume(returning: result)
    case .observed(let observer): observer()
    }
  }

  /// Calls `observer` once the answer is there, on whatever thread gives it.
  func whenDone(_ observer: @escaping @Sendable () -> Void) {
    let isDone = state.withLock { state in
      if !state.isDone { state = .observed(observer) }
      return state.isDone
    }
    if isDone { observer() }
  }

  var isDone: Bool { state.withLock { $0.isDone } }

  /// Waits for the answer. Only one may wait.
  nonisolated(nonsending) func value() async throws(CacheError) -> Int {
    let result = await withCheckedContinuation { continuation in
      let known: Result<Int, CacheError>? = state.withLock { state in
        if case .done(let result) = state { return result }
        state = .waiting(continuation)
        return nil
      }
      if let known { continuation.resume(returning: known) }
    }
    return try result.get()
  }
}
