import Strata

/// The removal slots of what this process has queued: the answers that the writer thread will read in
/// ``RemovalSlots`` once the removals before a write are committed.
///
/// A write that is reported as stored when it is queued is checked against it, at the moment at which it takes
/// its place in the queue: what is queued later can remove it only if it covers it.
struct RemovalTable {
  /// Empty until something is removed.
  private var stamps: [Stamp] = []
  private var newest = Stamp.zero

  mutating func note(_ slot: RemovalSlots.Slot, at stamp: Stamp) {
    if stamps.isEmpty { stamps = Array(repeating: .zero, count: RemovalSlots.count) }
    stamps[slot.index] = max(stamps[slot.index], stamp)
    newest = max(newest, stamp)
  }

  func permits(_ key: DataKey, asOf began: Stamp) -> Bool {
    if began > newest { return true }
    // Before anything is removed only a write without a stamp comes here; the slots on the disk refuse it, too.
    guard !stamps.isEmpty else { return false }
    return RemovalSlots.covering(key).allSatisfy { began > stamps[$0.index] }
  }
}
