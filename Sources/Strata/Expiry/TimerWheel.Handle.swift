extension TimerWheel {
  /// A scheduled timer, by its place in the wheel and the generation of that place.
  ///
  /// Once the timer has been handed out or cancelled, every use of its handle is refused, even when the
  /// place holds another timer by then. Only the wheel that gave it can make use of it.
  ///
  /// Eight bytes. Generations come round after four billion timers.
  public struct Handle: Hashable, Sendable {
    let index: UInt32
    let generation: UInt32

    /// The handle of no timer: every wheel refuses it. Eight bytes where an optional takes sixteen.
    public static let unscheduled = Handle(index: .max, generation: 0)
  }
}
