import Synchronization

extension MemoryShard {
  /// What an entry whose deadline came is found to be.
  enum Verdict {
    case dead
    /// It lives on: the policy or the record has changed. Nil for ever.
    case alive(until: MonotonicInstant?)
  }

  /// Removes entries that are dead, of those whose deadline has come, at most `limit`.
  ///
  /// - Returns: What left, and when to look again; nil for not until an entry comes.
  func expire(
    at now: MonotonicInstant, limit: Int,
    _ judge: @Sendable (CacheKey, RecordMetadata) -> Verdict
  ) -> (left: [Departure], wake: MonotonicInstant?) {
    state.withLock { state in
      var due: [TimerWheel.Entry] = []
      state.wheel.advance(to: now, limit: limit, into: &due)
      var left: [Departure] = []
      for entry in due {
        let index = Int32(truncatingIfNeeded: entry.payload)
        state.table.setTimer(.unscheduled, at: index)
        switch judge(state.table.key(at: index), state.table.record(at: index).metadata) {
        case .dead:
          left.append(state.take(index, because: .expired))
        case .alive(let deadline): state.setDeadline(deadline, of: index)
        }
      }
      state.counters.expirations += left.count
      state.armed = state.wheel.nextDeadline
      return (left, state.armed)
    }
  }

  /// Sets the deadlines of some nodes anew, after the policy changed.
  ///
  /// - Parameter range: Of node indexes; a portion, so that the lock is held for a short time.
  /// - Returns: Whether there are nodes beyond the range, and when to look at the shard.
  func reschedule(
    _ range: Range<Int32>, _ deadline: @Sendable (CacheKey, RecordMetadata) -> MonotonicInstant?
  ) -> (hasMore: Bool, wake: MonotonicInstant?) {
    state.withLock { state in
      for index in range where state.table.nodes.isLive(index) {
        let key = state.table.key(at: index)
        state.setDeadline(deadline(key, state.table.record(at: index).metadata), of: index)
      }
      state.armed = state.wheel.nextDeadline
      return (range.upperBound < state.table.nodes.used, state.armed)
    }
  }
}

extension MemoryShard.State {
  /// Sets, moves or takes away the deadline of an entry.
  mutating func setDeadline(_ deadline: MonotonicInstant?, of index: Int32) {
    let timer = table.timer(at: index)
    guard let deadline else {
      if timer != .unscheduled {
        _ = wheel.cancel(timer)
        table.setTimer(.unscheduled, at: index)
      }
      return
    }
    if timer == .unscheduled || !wheel.reschedule(timer, at: deadline) {
      let payload = UInt64(UInt32(bitPattern: index))
      table.setTimer(wheel.schedule(payload, at: deadline), at: index)
    }
  }

  /// When to look at the shard, if a deadline is earlier than the moment that is set.
  mutating func earlierWake(_ deadline: MonotonicInstant?) -> MonotonicInstant? {
    guard let deadline, deadline < armed ?? MonotonicInstant(nanoseconds: .max) else { return nil }
    armed = deadline
    return deadline
  }
}
