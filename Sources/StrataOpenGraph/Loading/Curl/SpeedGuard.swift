/// Tells a body that drips from one that comes.
struct SpeedGuard {
  typealias Instant = ContinuousClock.Instant

  let minimumBytes: Int
  let window: Duration
  private var start: Instant?
  private var bytesAtStart: Int64 = 0

  init(minimumBytes: Int, window: Duration) {
    self.minimumBytes = minimumBytes
    self.window = window
  }

  /// Whether the transfer may go on, having received so many bytes in all. The first call starts the
  /// first window.
  mutating func allows(received: Int64, now: Instant) -> Bool {
    guard minimumBytes > 0, window > .zero else { return true }
    guard let begin = start else {
      start = now
      bytesAtStart = received
      return true
    }
    guard now - begin >= window else { return true }
    defer {
      start = now
      bytesAtStart = received
    }
    return received - bytesAtStart >= Int64(minimumBytes)
  }
}
