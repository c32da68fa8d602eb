/// A hierarchical timer wheel: any number of deadlines, each set, moved and cancelled in constant time.
///
/// ```swift
/// var wheel = TimerWheel(startingAt: clock.now)
/// let handle = wheel.schedule(42, at: clock.now.advanced(by: .seconds(10)))
/// wheel.reschedule(handle, at: clock.now.advanced(by: .days(3)))
/// var due: [TimerWheel.Entry] = []
/// wheel.advance(to: clock.now, limit: 256, into: &due)    // nothing yet
/// wheel.cancel(handle)
/// ```
///
/// ## Guarantees
/// - **Never early.** A timer is handed out only when `advance(to:limit:into:)` or `step(to:moving:)`
///   is given an instant at or after its deadline.
/// - **Late by less than `resolution`** (1 ms): deadlines are rounded up to whole milliseconds, so one
///   that is a whole millisecond is exact.
/// - A deadline that has passed is handed out at the next advance; `MonotonicInstant` values within the
///   last millisecond of the range, so the result of every saturated sum, never are.
/// - Each timer is handed out once or cancelled once, never both. A handle that has done its work is
///   harmless: it carries a generation, and what it is asked to do is refused.
/// - The order is that of the milliseconds; within one, any.
/// - The wheel's time never goes back: an instant before one seen already counts as that one.
///
/// The wheel has no clock, no lock and no task: it is a plain value that its owner guards. Use
/// `ExpiryScheduler` for one that wakes up by itself.
///
/// ## Cost
/// `schedule`, `reschedule` and `cancel` are O(1) and allocate nothing but the growth of the one table.
/// A timer is moved at most seven times on its way to its deadline, whatever the distance. Empty time
/// is free: 300 years are crossed in a few steps. 32 bytes a timer, and 16 KB for the wheel itself. The
/// table is given back when the last timer goes.
///
/// After G. Varghese and T. Lauck, "Hashed and Hierarchical Timing Wheels", SOSP 1987 (scheme 7).
public struct TimerWheel: ~Copyable {
  // Time is counted in ticks of a millisecond from the beginning of the clock's range. A tick is read as
  // eight digits of six bits; level L has a slot for each value of digit L. A timer lies on the level
  // of the highest digit in which it differs from the hand, in the slot of its own digit there. It
  // follows that
  //   - on each level the occupied slots lie after the hand's own digit: no slot ever wraps around;
  //   - whatever lies on a lower level is earlier than all that lies on a higher one, so the earliest
  //     slot is found by two bit scans, and empty time costs nothing;
  //   - the hand can move up to the next occupied slot without anything having to be moved;
  //   - eight levels hold every instant there is: nothing has to be clamped, whatever the wheel's age.
  //
  // The slots' lists are circular and doubly linked by index. Their heads are the first nodes of the
  // table, so that linking and unlinking have no special cases.

  /// The heads of the slots' lists, then those of the four other lists, then the timers.
  var nodes: UnsafeMutablePointer<Node>
  /// For each level, the set of its occupied slots.
  let occupied: UnsafeMutablePointer<UInt64>
  /// The set of levels with an occupied slot.
  var levels: UInt8 = 0
  /// Up to where time has been dealt with.
  var hand: UInt64
  /// How many nodes there is room for.
  var capacity: UInt32
  /// How many nodes have ever been in use since the table was made: those after it hold no data.
  var used: UInt32 = List.count
  /// The first of the nodes that can be used again, linked by `next`; 0 when there is none.
  var firstFree: UInt32 = 0
  /// What the generation of a node that is used for the first time starts from. Higher than any given
  /// before, so that handles stay harmless when the table has been given back and made again.
  var generationFloor: UInt32 = 1

  /// The number of timers that are scheduled, those that can never fire included.
  public internal(set) var count = 0

  /// The length of a tick: how much later than its deadline a timer may be handed out, at most.
  public static let resolution = Duration.milliseconds(1)

  /// An empty wheel.
  ///
  /// - Parameter now: where its time begins. Any instant is right; one near the first deadlines saves
  ///   moving them later.
  public init(startingAt now: MonotonicInstant) {
    hand = Self.tick(atOrBefore: now)
    capacity = Self.smallestCapacity
    nodes = Self.resize(nil, to: capacity)
    occupied = .allocate(capacity: Self.levelCount)
    occupied.initialize(repeating: 0, count: Self.levelCount)
    for head in 0..<List.count { makeHead(head) }
  }

  deinit {
    Self.release(nodes)
    occupied.deallocate()
  }
}

// A value that only one owner can hold (it cannot be copied), and whose memory nobody else points to.
extension TimerWheel: @unchecked Sendable {}
