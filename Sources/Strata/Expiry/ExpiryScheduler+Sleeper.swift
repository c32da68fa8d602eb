import Synchronization

extension ExpiryScheduler {
  /// Changes the state and sees to it that the sleeper wakes when it then has to.
  ///
  /// - Parameter body: returns its result, and the deadline that it set, if it set one.
  func change<Result>(
    _ body: (inout State) -> (result: Result, deadline: MonotonicInstant?)
  ) -> Result {
    var replaced: Task<Void, Never>?
    let result = state.withLock { state in
      let (result, deadline) = body(&state)
      switch state.consequence(of: deadline, coalescing) {
      case .none: break
      case .rest:
        replaced = state.sleeper?.task
        state.sleeper = nil
      case .wake(let wake):
        replaced = state.sleeper?.task
        state.lastSleeper += 1
        let id = state.lastSleeper
        state.sleeper = Sleeper(id: id, task: startSleeper(id), wake: wake)
      }
      return result
    }
    // Outside the lock, since it calls into the clock.
    replaced?.cancel()
    return result
  }

  /// A task that sleeps until the next deadline, fires, and so on until there is none.
  private func startSleeper(_ id: UInt64) -> Task<Void, Never> {
    // Detached, since it belongs to nobody: it inherits no priority, actor or task-local values from
    // whoever set the first deadline. It holds the scheduler only while it is awake.
    Task.detached { [weak self, clock] in
      while let turn = self?.turn(of: id) {
        switch turn {
        case .sleep(let wake):
          do throws(CancellationError) { try await clock.sleep(until: wake) } catch {
            self?.sleeperFailed(id)
            return
          }
        case .fire(let now):
          self?.fireBatch(at: now)
          // After a jump of the clock there may be millions: others run in between.
          await Task.yield()
        case .end: return
        }
      }
    }
  }

  private func turn(of id: UInt64) -> Turn {
    let now = clock.now
    return state.withLock { $0.turn(of: id, at: now, coalescing) }
  }

  /// A sleep that ended by an error: as a rule because the sleeper was replaced. If the clock failed of its
  /// own accord, the next change starts another sleeper.
  private func sleeperFailed(_ id: UInt64) {
    state.withLock { state in
      if state.sleeper?.id == id { state.sleeper = nil }
    }
  }
}
