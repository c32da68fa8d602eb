extension TimerWheel {
  /// A timer, the head of a list, or a place to be used again. 32 bytes, two to a cache line.
  struct Node: BitwiseCopyable {
    var payload: UInt64 = 0
    /// The first tick at or after the deadline; `unused` while there is none.
    var tick: UInt64 = Node.unused
    /// The next node of the list, or of those to be used again.
    var next: UInt32
    var previous: UInt32
    /// Goes up whenever a timer ends, which makes its handle worthless.
    var generation: UInt32
    /// The list that the timer was put into. Lists are joined as a whole without visiting their
    /// timers, so once the slot has come up this names the slot although the timer has left it. A slot
    /// that has come up is never the right place for a deadline, so `reschedule` is not misled.
    var list: UInt16 = 0
    var tag: UInt16 = 0

    static let unused = UInt64.max
  }

  /// The lists of the wheel, by the index of the node that is their head.
  enum List {
    /// The slots of all levels come first: that of digit `d` on level `l` is `l * 64 + d`.
    static let slots = UInt32(levelCount * slotCount)
    /// Due, in the order in which they are to be handed out.
    static let due = slots
    /// From a slot of a higher level that has come up; to be dealt out to the levels below.
    static let falling = slots + 1
    /// Scheduled for an instant that had passed already: due with the next advance.
    static let overdue = slots + 2
    /// Never to be handed out.
    static let never = slots + 3
    static let count = slots + 4
  }

  static let digitBits: UInt64 = 6
  static let slotCount = 1 << Int(digitBits)
  static let levelCount = 8
}
