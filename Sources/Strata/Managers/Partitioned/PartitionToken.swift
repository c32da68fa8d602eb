import Synchronization

/// A partition's identity from the decision to open it until it is closed, and who is using it.
final class PartitionToken: Sendable {
  let name: String
  /// Whether it was named in a rule: then it is never idle, and not counted.
  let isPinned: Bool
  /// The interval that its rule gives.
  let updateInterval: TimeToLive?

  /// Opening it has ended, well or not.
  let opened = OneTimeSignal()
  /// Nobody uses it any more, after `beginClosing`.
  let drained = OneTimeSignal()
  /// It is closed, and its name may be used for another.
  let closed = OneTimeSignal()

  /// When it was last asked for: a count of uses in the table, and the clock where that is looked at.
  let lastUse = Atomic<UInt64>(0)
  let lastInstant = Atomic<Int64>(0)

  // The number of calls that use it. From `beginClosing` on a large negative number is added, so that one
  // comparison tells both.
  private let leases: Atomic<Int>
  private static let closing = Int.min / 2

  init(name: String, isPinned: Bool, updateInterval: TimeToLive?, leases: Int) {
    self.name = name
    self.updateInterval = updateInterval
    self.isPinned = isPinned
    self.leases = Atomic(leases)
  }

  /// Notes one more user; false when it is being closed.
  func acquire() -> Bool {
    var count = leases.load(ordering: .relaxed)
    while count >= 0 {
      let (exchanged, current) = leases.weakCompareExchange(
        expected: count, desired: count + 1, ordering: .acquiringAndReleasing)
      if exchanged { return true }
      count = current
    }
    return false
  }

  /// Notes one user less.
  func release() {
    let count = leases.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue
    if count == Self.closing { drained.finish() }
  }

  /// Whether nobody uses it.
  var isIdle: Bool { leases.load(ordering: .acquiring) == 0 }

  /// Lets nobody in any more if nobody is in; false, and nothing changes, otherwise.
  func beginClosingIfIdle() -> Bool {
    let (exchanged, _) = leases.compareExchange(
      expected: 0, desired: Self.closing, ordering: .acquiringAndReleasing)
    if exchanged { drained.finish() }
    return exchanged
  }

  /// Lets nobody in any more. `drained` tells when the last one has left. Called once at most.
  func beginClosing() {
    let count = leases.wrappingAdd(Self.closing, ordering: .acquiringAndReleasing).oldValue
    if count == 0 { drained.finish() }
  }
}
