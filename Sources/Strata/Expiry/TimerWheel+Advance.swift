extension TimerWheel {
  /// The earliest instant at which an advance has something to do; nil when no timer can ever fire.
  ///
  /// No timer is due before it. It is the deadline of the next timer, rounded up to a millisecond, unless
  /// that is far and there are more than 16 as far: then it is the moment to look closer, when they
  /// move to a lower level, which happens at most seven times before a deadline. An instant that has
  /// passed means that something is due now. O(1): it looks at 16 timers at most.
  public var nextDeadline: MonotonicInstant? {
    if hasDue { return Self.instant(of: hand) }
    if levels == 0 { return nil }
    let (slot, start) = nextSlot
    return Self.instant(of: earliestTick(in: slot) ?? start)
  }

  /// Whether there is a timer that can ever fire.
  var canFire: Bool { levels != 0 || hasDue }

  private var hasDue: Bool {
    // Those that were falling may have been cancelled.
    falling.map { !queues[Int($0)].isEmpty } ?? false || !queues[Int(handSlot)].isEmpty
      || !queues[Int(Queue.overdue)].isEmpty || !queues[Int(Queue.overdue + 1)].isEmpty
  }

  /// The earliest tick in a slot with few timers; nil in others, since looking at all would take long.
  private func earliestTick(in slot: UInt32) -> UInt64? {
    let (first, last) = (queues[Int(slot)].first, queues[Int(slot)].last)
    guard last >= first, last - first < 16 else { return nil }
    var earliest = UInt64.max
    for position in first...last { earliest = Swift.min(earliest, timers[Int(position)].tick) }
    return earliest
  }

  /// Hands out timers that are due at `now`, in bounded portions.
  ///
  /// - Parameters:
  ///   - now: the present instant.
  ///   - limit: how many timers to hand out or move, at most; at least one.
  ///   - due: where they are appended.
  /// - Returns: true when nothing is left that is due at `now`; false when the limit was reached first,
  ///   so that there may be more: call again.
  ///
  /// Timers handed out are no longer in the wheel, so whoever acts on them may schedule, move and cancel
  /// as it likes; cancelling one of the same portion comes too late. Where that matters, use
  /// `step(to:moving:)`, which hands them out one by one.
  @discardableResult
  public mutating func advance(
    to now: MonotonicInstant, limit: Int = .max, into due: inout [Entry]
  ) -> Bool {
    admitOverdue()
    var left = Swift.max(limit, 1)
    while left > 0 {
      let (step, moved) = proceed(to: now, moving: left)
      switch step {
      case .due(let entry): due.append(entry)
      case .unfinished: return false
      case .idle: return true
      }
      left -= moved + 1
    }
    return false
  }

  /// Hands out the next timer that is due at `now`.
  ///
  /// - Parameter limit: how many timers it may move between levels, at most, before it returns
  ///   `.unfinished`: it bounds how long the owner's lock is held.
  ///
  /// Timers scheduled for an instant that had passed wait for `admitOverdue()`. So a run of steps ends
  /// even when each timer, on being handed out, is set anew in the past.
  public mutating func step(to now: MonotonicInstant, moving limit: Int = 64) -> Step {
    proceed(to: now, moving: limit).step
  }

  /// Makes the timers due that were scheduled for an instant that had passed, unless there are some left
  /// from the last time. O(1).
  public mutating func admitOverdue() {
    if queues[Int(admitted)].isEmpty { admitted = Queue.overdue + Queue.overdue + 1 - admitted }
  }

  private mutating func proceed(
    to now: MonotonicInstant, moving limit: Int
  ) -> (step: Step, moved: Int) {
    let target = Swift.max(hand, Self.tick(atOrBefore: now))
    var moved = 0
    while true {
      // One by one, since there may be millions of them.
      while let slot = falling, !queues[Int(slot)].isEmpty {
        if moved >= limit { return (.unfinished, moved) }
        moved += 1
        let timer = popFirst(of: slot)
        append(timer, to: self.slot(for: timer.tick))
      }
      falling = nil
      if !queues[Int(admitted)].isEmpty { return (.due(popDue(of: admitted)), moved) }
      // The timers of a slot of the lowest level share one tick: the hand's.
      if !queues[Int(handSlot)].isEmpty { return (.due(popDue(of: handSlot)), moved) }

      guard levels != 0 else { break }
      let (slot, start) = nextSlot
      if start > target { break }
      hand = start
      if slot >= UInt32(Self.slotCount) { falling = slot }
    }
    hand = target
    assertInvariants()
    return (.idle, moved)
  }

  private mutating func popDue(of queue: UInt32) -> Entry {
    let timer = popFirst(of: queue)
    end(timer.index)
    return timer.entry
  }

  /// The slot of the hand's own tick.
  private var handSlot: UInt32 {
    UInt32(truncatingIfNeeded: hand & UInt64(Self.slotCount - 1))
  }

  /// The occupied slot that comes up first, and when. There must be one.
  private var nextSlot: (slot: UInt32, start: UInt64) {
    let level = levels.trailingZeroBitCount
    let digit = occupied[level].trailingZeroBitCount
    let shift = level * Int(Self.digitBits)
    let above = shift + Int(Self.digitBits)
    let start = ((hand >> UInt64(above)) << UInt64(above)) | UInt64(digit) << UInt64(shift)
    return (UInt32(level * Self.slotCount + digit), start)
  }
}
