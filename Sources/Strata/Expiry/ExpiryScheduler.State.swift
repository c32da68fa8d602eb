extension ExpiryScheduler {
  /// All that the scheduler's lock guards.
  struct State: ~Copyable {
    var wheel: TimerWheel
    var actions = ActionTable()
    var sleeper: Sleeper?
    var lastSleeper: UInt64 = 0

    init(startingAt now: MonotonicInstant) {
      wheel = TimerWheel(startingAt: now)
    }
  }

  /// The one task that waits for the next deadline.
  struct Sleeper {
    /// Tells it from those that it replaced and that have not noticed yet.
    let id: UInt64
    let task: Task<Void, Never>
    /// Until when it sleeps; the clock's beginning while it is awake, which no deadline comes before, so
    /// that it is not replaced: it looks at the wheel again before it sleeps.
    var wake: MonotonicInstant

    static let awake = MonotonicInstant(nanoseconds: .min)
  }

  /// What the sleeper does next.
  enum Turn {
    case sleep(until: MonotonicInstant)
    case fire(at: MonotonicInstant)
    case end
  }

  /// What is to be called next.
  enum Call {
    case payload(UInt64)
    case action(ActionTable.Action)
    /// Nothing yet: timers are being moved, and others may have the lock in between.
    case unfinished
    case none
  }
}

extension ExpiryScheduler.State {
  /// What happens to the sleeper after a change.
  enum Consequence {
    case none
    case wake(at: MonotonicInstant)
    case rest
  }

  /// What a change means for the sleeper.
  ///
  /// - Parameter deadline: the one that was set, if one was; no other can have become the earliest.
  borrowing func consequence(
    of deadline: MonotonicInstant?, _ coalescing: ExpiryScheduler.Coalescing
  ) -> Consequence {
    guard wheel.canFire else {
      return sleeper == nil || sleeper?.wake == ExpiryScheduler.Sleeper.awake ? .none : .rest
    }
    // Most changes end here.
    if let wake = sleeper?.wake, deadline.map({ $0 >= wake }) ?? true { return .none }
    guard let next = wheel.nextDeadline else { return .none }
    let wake = coalescing.wake(for: next)
    if let sleeper, wake >= sleeper.wake { return .none }
    return .wake(at: wake)
  }

  /// What the sleeper of that number does next.
  mutating func turn(
    of id: UInt64, at now: MonotonicInstant, _ coalescing: ExpiryScheduler.Coalescing
  ) -> ExpiryScheduler.Turn {
    guard sleeper?.id == id else { return .end }
    guard let next = wheel.nextDeadline else {
      sleeper = nil
      return .end
    }
    let wake = coalescing.wake(for: next)
    sleeper?.wake = wake > now ? wake : ExpiryScheduler.Sleeper.awake
    return wake > now ? .sleep(until: wake) : .fire(at: now)
  }

  mutating func nextCall(at now: MonotonicInstant) -> ExpiryScheduler.Call {
    switch wheel.step(to: now) {
    case .due(let entry):
      actions.remove(entry).map { .action($0) } ?? .payload(entry.payload)
    case .unfinished: .unfinished
    case .idle: .none
    }
  }
}
