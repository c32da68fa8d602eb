import Synchronization

extension ExpiryScheduler {
  /// Calls all whose deadline has come by now, in this thread, and returns how many.
  ///
  /// The sleeper does so by itself; this is for those who want it done at a certain point: a test that
  /// has moved the clock, a sweep. It ends even if handlers schedule anew for instants that have passed.
  /// Where the sleeper is at it already, the two share the work: a call that the sleeper has taken may
  /// still run when this returns.
  @discardableResult
  public func fireDue() -> Int {
    let now = clock.now
    var fired = 0
    state.withLock { $0.wheel.admitOverdue() }
    while let isCall = fireNext(at: now) {
      if isCall { fired += 1 }
    }
    // It may have been the last one.
    change { _ in ((), nil) }
    return fired
  }

  /// One portion of what is due.
  func fireBatch(at now: MonotonicInstant) {
    state.withLock { $0.wheel.admitOverdue() }
    for _ in 0..<Self.batch where fireNext(at: now) == nil { return }
  }

  /// Makes the next call: one by one, so that a handler can still cancel all the others.
  ///
  /// - Returns: false when no call was made, but there is more to do; nil when there is not.
  private func fireNext(at now: MonotonicInstant) -> Bool? {
    switch state.withLock({ $0.nextCall(at: now) }) {
    case .payload(let payload): handler(payload)
    case .action(let action): action()
    case .unfinished: return false
    case .none: return nil
    }
    return true
  }
}
