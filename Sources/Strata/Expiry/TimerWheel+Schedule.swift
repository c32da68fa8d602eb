extension TimerWheel {
  /// Sets a timer. O(1).
  ///
  /// - Parameters:
  ///   - payload: what is handed out at the deadline.
  ///   - tag: handed out with it, for owners with several kinds of timers.
  ///   - deadline: the earliest instant to hand it out; one that has passed is due with the next advance.
  public mutating func schedule(
    _ payload: UInt64, tag: UInt16 = 0, at deadline: MonotonicInstant
  ) -> Handle {
    let tick = Self.tick(atOrAfter: deadline)
    let handle = Handle(index: takePlace(), generation: nextGeneration)
    nextGeneration = nextGeneration == .max ? 1 : nextGeneration + 1
    let timer = Timer(
      payload: payload, tag: tag, tick: tick, index: handle.index, generation: handle.generation)
    append(timer, to: queue(for: tick))
    count += 1
    assertInvariants()
    return handle
  }

  /// Moves a timer to another deadline, earlier or later. O(1), and no more than a comparison when the
  /// new deadline lies in the same slot, as for a long time to live that starts again at each read.
  ///
  /// - Returns: false, and nothing is changed, when the timer has been handed out or cancelled.
  @discardableResult
  public mutating func reschedule(_ handle: Handle, at deadline: MonotonicInstant) -> Bool {
    guard let position = position(of: handle) else { return false }
    let tick = Self.tick(atOrAfter: deadline)
    let target = queue(for: tick)
    // A slot that has come up is the right one for no deadline, so the timer is not left behind in it.
    if target == queue(of: position) {
      timers[Int(position)].tick = tick
    } else {
      var timer = timers[Int(position)]
      timer.tick = tick
      remove(at: position)
      append(timer, to: target)
    }
    assertInvariants()
    return true
  }

  /// Ends a timer before it is handed out. O(1).
  ///
  /// - Returns: what the timer carried; nil when it has been handed out or cancelled already.
  @discardableResult
  public mutating func cancel(_ handle: Handle) -> Entry? {
    guard let position = position(of: handle) else { return nil }
    let entry = timers[Int(position)].entry
    remove(at: position)
    end(handle.index)
    return entry
  }

  /// Whether the timer is still scheduled. O(1).
  public func holds(_ handle: Handle) -> Bool {
    position(of: handle) != nil
  }

  /// Where a timer lies; nil when it has ended.
  private func position(of handle: Handle) -> UInt32? {
    guard handle.index < usedPlaces else { return nil }
    let place = places[Int(handle.index)]
    // A place that is unused names the next one, with this bit, or none.
    guard place & Self.unusedBit == 0 else { return nil }
    return timers[Int(place)].generation == handle.generation ? place : nil
  }

  /// The queue for a deadline, given where the hand stands.
  func queue(for tick: UInt64) -> UInt32 {
    if tick <= hand { return Queue.overdue + Queue.overdue + 1 - admitted }
    if tick > Self.lastTick { return Queue.never }
    return slot(for: tick)
  }

  /// The slot for a tick after the hand, or for the hand's own.
  func slot(for tick: UInt64) -> UInt32 {
    // The lowest bit is counted as different, so that the hand's own tick is on the lowest level.
    let highestBit = UInt64(63 &- (tick ^ hand | 1).leadingZeroBitCount)
    let level = highestBit / Self.digitBits
    let digit = (tick >> (level &* Self.digitBits)) & UInt64(Self.slotCount - 1)
    return UInt32(truncatingIfNeeded: level << Self.digitBits | digit)
  }
}
