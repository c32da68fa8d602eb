extension TimerWheel {
  /// What `step(to:moving:)` came to.
  public enum Step: Hashable, Sendable {
    /// A timer that was due. It is no longer in the wheel; there may be more.
    case due(Entry)
    /// The work allowed is done, and more is left: call again.
    case unfinished
    /// Nothing is due any more.
    case idle
  }
}
