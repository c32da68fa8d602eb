extension TimerWheel {
  /// A scheduled timer. 24 bytes; with its place, and its share of the chunk's links, 29.
  struct Timer: BitwiseCopyable {
    let payload: UInt64
    /// The tick in the upper 48 bits, the tag in the lower 16.
    private var tickAndTag: UInt64
    /// The index of its place.
    let index: UInt32
    let generation: UInt32

    init(payload: UInt64, tag: UInt16, tick: UInt64, index: UInt32, generation: UInt32) {
      self.payload = payload
      tickAndTag = tick << 16 | UInt64(tag)
      self.index = index
      self.generation = generation
    }

    /// The first tick at or after the deadline.
    var tick: UInt64 {
      get { tickAndTag >> 16 }
      set { tickAndTag = newValue << 16 | tickAndTag & 0xFFFF }
    }

    var entry: Entry {
      Entry(payload: payload, tag: UInt16(truncatingIfNeeded: tickAndTag))
    }
  }
}
