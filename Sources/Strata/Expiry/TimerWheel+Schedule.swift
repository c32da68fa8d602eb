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
    let index = takeNode()
    let tick = Self.tick(atOrAfter: deadline)
    nodes[Int(index)].payload = payload
    nodes[Int(index)].tag = tag
    nodes[Int(index)].tick = tick
    append(index, to: list(for: tick, ifPassed: List.overdue))
    count += 1
    assertInvariants()
    return Handle(index: index, generation: nodes[Int(index)].generation)
  }

  /// Moves a timer to another deadline, earlier or later. O(1), and no more than a comparison when the
  /// new deadline lies in the same slot, as for a long time to live that starts again at each read.
  ///
  /// - Returns: false, and nothing is changed, when the timer has been handed out or cancelled.
  @discardableResult
  public mutating func reschedule(_ handle: Handle, at deadline: MonotonicInstant) -> Bool {
    guard holds(handle) else { return false }
    let index = handle.index
    let tick = Self.tick(atOrAfter: deadline)
    let list = list(for: tick, ifPassed: List.overdue)
    nodes[Int(index)].tick = tick
    if list != UInt32(nodes[Int(index)].list) {
      unlink(index)
      append(index, to: list)
    }
    assertInvariants()
    return true
  }

  /// Ends a timer before it is handed out. O(1).
  ///
  /// - Returns: what the timer carried; nil when it has been handed out or cancelled already.
  @discardableResult
  public mutating func cancel(_ handle: Handle) -> Entry? {
    guard holds(handle) else { return nil }
    return take(handle.index)
  }

  /// Whether the timer is still scheduled. O(1).
  public func holds(_ handle: Handle) -> Bool {
    handle.index >= List.count && handle.index < used
      && nodes[Int(handle.index)].generation == handle.generation
  }

  /// The list for a tick, given where the hand stands.
  func list(for tick: UInt64, ifPassed passed: UInt32) -> UInt32 {
    if tick <= hand { return passed }
    if tick > Self.lastTick { return List.never }
    let highestBit = UInt64(63 &- (tick ^ hand).leadingZeroBitCount)
    let level = highestBit / Self.digitBits
    let digit = (tick >> (level &* Self.digitBits)) & UInt64(Self.slotCount - 1)
    return UInt32(truncatingIfNeeded: level << Self.digitBits | digit)
  }

  /// Takes a timer out of its list and ends its handle.
  mutating func take(_ index: UInt32) -> Entry {
    let entry = Entry(payload: nodes[Int(index)].payload, tag: nodes[Int(index)].tag)
    unlink(index)
    count -= 1
    giveBack(index)
    assertInvariants()
    return entry
  }
}
