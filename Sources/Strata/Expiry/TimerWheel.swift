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
/// - The order is that of the milliseconds; within one, any. Those set for an instant that had passed come
///   first.
/// - The wheel's time never goes back: an instant before one seen already counts as that one.
///
/// The wheel has no clock, no lock and no task: it is a plain value that its owner guards. Use
/// `ExpiryScheduler` for one that wakes up by itself.
///
/// ## Cost
/// `schedule`, `reschedule` and `cancel` are O(1) and allocate nothing but the growth of the tables. A
/// timer is moved at most seven times on its way to its deadline, whatever the distance. Empty time is
/// free: 300 years are crossed in a few steps. 29 bytes a timer where there are many; few timers take up
/// to 400 bytes each. The tables are given back when the last timer goes.
///
/// After G. Varghese and T. Lauck, "Hashed and Hierarchical Timing Wheels", SOSP 1987 (scheme 7).
public struct TimerWheel: ~Copyable {
  // Time is counted in ticks of a millisecond. A tick is read as eight digits of six bits; level L has a
  // slot for each value of digit L. A timer lies on the level of the highest digit in which it differs
  // from the hand, in the slot of its own digit there. It follows that
  //   - on each level the occupied slots lie after the hand's own digit: no slot ever wraps around;
  //   - whatever lies on a lower level is earlier than all that lies on a higher one, so the earliest
  //     slot is found by two bit scans, and empty time costs nothing;
  //   - the hand can move up to the next occupied slot without anything having to be moved;
  //   - eight levels hold every instant there is: nothing has to be clamped, whatever the wheel's age.
  // The slots of the hand's own digits are those that have come up. No deadline leads there any more, so
  // they can be emptied bit by bit.
  //
  // The paper links the timers of a slot to each other. Among millions of them each link is a cache miss
  // that has to be waited for. Here a slot is a queue of chunks in which timers lie side by side, so that
  // they are read in a row; what is written elsewhere, their places, nobody waits for.

  /// Each chunk is `chunkSize` timers in a row.
  var timers: UnsafeMutablePointer<Timer>
  /// The chunk's part of a queue, by the chunk's index.
  var chunks: UnsafeMutablePointer<Chunk>
  /// Where the timer of a handle lies, by the handle's index; or the next index to be used again.
  var places: UnsafeMutablePointer<UInt32>
  /// The queues of timers, by `Queue`.
  let queues: UnsafeMutablePointer<Queue>
  /// For each level, the set of its occupied slots.
  let occupied: UnsafeMutablePointer<UInt64>

  /// The set of levels with an occupied slot.
  var levels: UInt8 = 0
  /// Up to where time has been dealt with.
  var hand: UInt64
  /// The slot of a higher level that has come up and whose timers are being dealt out to lower ones.
  var falling: UInt32?
  /// Which of the two queues for instants that had passed is being handed out; the other one fills.
  var admitted = Queue.overdue

  var chunkCapacity: UInt32
  var usedChunks: UInt32 = 0
  var firstFreeChunk = Queue.none
  var placeCapacity: UInt32
  var usedPlaces: UInt32 = 0
  var firstFreePlace = Queue.none
  /// What the next timer's handle is told from those of earlier ones by. Never zero.
  var nextGeneration: UInt32 = 1

  /// The number of timers that are scheduled, those that can never fire included.
  public internal(set) var count = 0

  /// The length of a tick: how much later than its deadline a timer may be handed out, at most.
  public static let resolution = Duration.milliseconds(1)

  /// An empty wheel. It takes 8 KB.
  ///
  /// - Parameter now: where its time begins. Any instant is right; one near the first deadlines saves
  ///   moving them later.
  public init(startingAt now: MonotonicInstant) {
    hand = Self.tick(atOrBefore: now)
    chunkCapacity = Self.smallestChunkCapacity
    placeCapacity = Self.smallestPlaceCapacity
    timers = Self.resize(nil, to: Int(chunkCapacity) * Self.chunkSize)
    chunks = Self.resize(nil, to: Int(chunkCapacity))
    places = Self.resize(nil, to: Int(placeCapacity))
    queues = .allocate(capacity: Int(Queue.count))
    queues.initialize(repeating: Queue(), count: Int(Queue.count))
    occupied = .allocate(capacity: Self.levelCount)
    occupied.initialize(repeating: 0, count: Self.levelCount)
  }

  deinit {
    Self.release(timers)
    Self.release(chunks)
    Self.release(places)
    queues.deallocate()
    occupied.deallocate()
  }
}

// A value that only one owner can hold (it cannot be copied), and whose memory nobody else points to.
extension TimerWheel: @unchecked Sendable {}
