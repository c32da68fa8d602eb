extension TimerWheel {
  /// What a timer carries for its owner: the wheel hands it back and makes nothing of it.
  public struct Entry: Hashable, Sendable {
    /// The number that the timer was scheduled with: an index, an identifier, a pointer's bits.
    public let payload: UInt64
    /// The kind of timer, where an owner has several.
    public let tag: UInt16

    public init(payload: UInt64, tag: UInt16 = 0) {
      self.payload = payload
      self.tag = tag
    }
  }
}
