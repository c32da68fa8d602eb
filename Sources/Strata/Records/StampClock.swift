import Synchronization

/// The source of stamps: the latest one given, and the rule that the next is larger.
final class StampClock: Sendable {
  private let latest = Atomic<UInt64>(0)

  /// A stamp larger than all given or observed so far, and not before `date`.
  func next(at date: Timestamp) -> Stamp {
    let physical = UInt64(clamping: date.milliseconds) << 16
    var known = latest.load(ordering: .relaxed)
    while true {
      // The counter carries into the milliseconds by itself. At the very end of the range the order
      // stands still, since a stamp may never wrap around to the oldest.
      let next = Swift.max(physical, known == .max ? .max : known + 1)
      let (exchanged, current) = latest.compareExchange(
        expected: known, desired: next, ordering: .acquiringAndReleasing)
      if exchanged { return Stamp(rawValue: next) }
      known = current
    }
  }

  /// Makes sure that the next stamp is larger than `stamp`.
  func observe(_ stamp: Stamp) {
    guard latest.load(ordering: .relaxed) < stamp.rawValue else { return }
    latest.max(stamp.rawValue, ordering: .acquiringAndReleasing)
  }
}
