import Dispatch
import Synchronization

/// Raised once, waited for by tasks or by one thread.
final class Flag: Sendable {
  private struct State {
    var isRaised = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())
  private let semaphore = DispatchSemaphore(value: 0)

  func raise() {
    let waiters = state.withLock { state in
      state.isRaised = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
    semaphore.signal()
  }

  func waitOnThread() { semaphore.wait() }

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
