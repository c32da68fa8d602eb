extension TimerWheel {
  /// Timers in the order of their arrival, in a row of chunks of which only the first and the last may
  /// have room. Positions are indexes into the table of timers.
  struct Queue: BitwiseCopyable {
    /// The position of the first timer; `none` when there is none.
    var first = Queue.none
    /// The position of the last timer, itself included.
    var last = Queue.none

    var isEmpty: Bool { first == Queue.none }

    static let none = UInt32.max

    // The queues by index. Those of the slots come first: that of digit `d` on level `l` is `l * 64 + d`.
    static let slots = UInt32(levelCount * slotCount)
    /// Two queues for what is scheduled for an instant that had passed. One fills while the other is
    /// handed out.
    static let overdue = slots
    /// Never to be handed out.
    static let never = slots + 2
    static let count = slots + 3
  }

  /// A chunk's neighbours in its queue, and which queue that is.
  struct Chunk: BitwiseCopyable {
    var next = Queue.none
    var previous = Queue.none
    var queue: UInt32
  }

  static let digitBits: UInt64 = 6
  static let slotCount = 1 << Int(digitBits)
  static let levelCount = 8
  static let chunkSize = 16
}
