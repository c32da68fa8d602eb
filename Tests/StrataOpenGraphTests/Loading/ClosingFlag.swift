import Synchronization

/// Raised once by a thread, waited for by a task.
final class ClosingFlag: Sendable {
  private struct State {
    var isRaised = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func raise() {
    let waiters = state.withLock { state in
      state.isRaised = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  func wait() async {
    await withCheckedContinuation { waiter in
      let isRaised = state.withLock { state in
        if !state.isRaised { state.waiters.append(waiter) }
        return state.isRaised
      }
      if isRaised { waiter.resume() }
    }
  }
}
