import StrataTesting

@testable import Strata

/// A timer wheel beside the simplest thing that does the same: a list of deadlines, sorted.
struct TimerWheelModel: ~Copyable {
  struct Timer {
    let id: UInt64
    var deadline: Int64
    /// The instant, a whole millisecond, at which it is due: for one set in the past, the wheel's own time.
    var due: Int128
    var handle: TimerWheel.Handle
  }

  var wheel: TimerWheel
  var now: Int64
  var random: SeededRandom
  /// In the order in which they are due.
  var timers: [Timer] = []
  /// Handles that have done their work.
  var spent: [TimerWheel.Handle] = []
  var lastID: UInt64 = 0
  var faults: [String] = []

  init(seed: UInt64, start: Int64) {
    wheel = TimerWheel(startingAt: MonotonicInstant(nanoseconds: start))
    now = start
    random = SeededRandom(seed: seed)
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  // MARK: Instants

  static let millisecond: Int64 = 1_000_000

  static func roundedUp(_ instant: Int64) -> Int128 {
    let wide = Int128(instant)
    let remainder = wide % 1_000_000
    return remainder > 0 ? wide - remainder + 1_000_000 : wide - remainder
  }

  static func roundedDown(_ instant: Int64) -> Int128 {
    let wide = Int128(instant)
    let remainder = wide % 1_000_000
    return remainder < 0 ? wide - remainder - 1_000_000 : wide - remainder
  }

  func due(_ deadline: Int64) -> Int128 {
    Swift.max(Self.roundedUp(deadline), Self.roundedDown(now))
  }

  /// Deadlines of all lengths, with a taste for those that wheels get wrong.
  mutating func anyDeadline() -> Int64 {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return now.addingSaturating(Int64.random(in: -3_000_000...3_000_000, using: &random))
    case 1, 2:
      // Next to the border of a slot on any level.
      let level = Int64.random(in: 0..<7, using: &random)
      let unit = (Int64(1) << (6 * level)) * Self.millisecond
      let border = now.addingSaturating(unit * Int64.random(in: 0...64, using: &random))
      let aligned = border - border % unit
      return aligned.addingSaturating(
        [-Self.millisecond, -1, 0, 1, Self.millisecond].randomElement(using: &random)!)
    case 3: return timers.randomElement(using: &random)?.deadline ?? now
    case 4: return .max
    case 5: return Int64.max - Int64.random(in: 0...3_000_000, using: &random)
    case 6: return Int64.random(in: .min ... .max, using: &random)
    default: return now.addingSaturating(anyPause())
    }
  }

  /// From nothing to years, every order of magnitude as likely as another.
  mutating func anyPause() -> Int64 {
    Int64.random(in: 0...(1 << Int64.random(in: 0...60, using: &random)), using: &random)
  }

  // MARK: Operations

  mutating func schedule() { schedule(at: anyDeadline()) }

  mutating func schedule(at deadline: Int64) {
    lastID += 1
    let handle = wheel.schedule(lastID, at: MonotonicInstant(nanoseconds: deadline))
    insert(Timer(id: lastID, deadline: deadline, due: due(deadline), handle: handle))
  }

  mutating func reschedule() {
    guard !timers.isEmpty else { return }
    var timer = timers.remove(at: Int.random(in: 0..<timers.count, using: &random))
    timer.deadline = anyDeadline()
    timer.due = due(timer.deadline)
    let deadline = MonotonicInstant(nanoseconds: timer.deadline)
    if !wheel.reschedule(timer.handle, at: deadline) { faults.append("\(timer.id) was not moved") }
    insert(timer)
  }

  mutating func cancel() {
    guard !timers.isEmpty else { return }
    let timer = timers.remove(at: Int.random(in: 0..<timers.count, using: &random))
    if wheel.cancel(timer.handle)?.payload != timer.id {
      faults.append("\(timer.id) not cancelled")
    }
    spent.append(timer.handle)
  }

  mutating func useSpentHandle() {
    guard let handle = spent.randomElement(using: &random) else { return }
    let moved = wheel.reschedule(handle, at: MonotonicInstant(nanoseconds: now))
    if moved || wheel.cancel(handle) != nil { faults.append("a spent handle was obeyed") }
  }

  mutating func change() {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<5: schedule()
    case 5..<8: reschedule()
    case 8: cancel()
    default: useSpentHandle()
    }
  }

  /// Moves the time, with changes while timers are handed out if `interrupted`.
  mutating func advance(to instant: Int64, interrupted: Bool) {
    now = instant
    if interrupted {
      wheel.admitOverdue()
      var steps = 0
      passing: while true {
        switch wheel.step(to: MonotonicInstant(nanoseconds: now), moving: 1 + steps % 3) {
        case .due(let entry):
          check(entry, inOrder: false)
          if chance(50) { change() }
        case .unfinished: if chance(20) { change() }
        case .idle: break passing
        }
        steps += 1
      }
    }
    var fired: [TimerWheel.Entry] = []
    let limit = chance(50) ? Int.max : Int.random(in: 0...4, using: &random)
    while !wheel.advance(to: MonotonicInstant(nanoseconds: now), limit: limit, into: &fired) {}
    for entry in fired { check(entry, inOrder: !interrupted) }
    if let first = timers.first, first.due <= now {
      faults.append("\(first.id) is overdue at \(now)")
    }
  }

  /// Advances to one nanosecond before the wheel says that there is work, and to that instant.
  mutating func advanceToNextDeadline() {
    guard let next = wheel.nextDeadline?.nanoseconds else {
      if let first = timers.first, first.due <= Int64.max {
        faults.append("\(first.id) is forgotten")
      }
      return
    }
    if let first = timers.first, next > first.due { faults.append("would wake too late") }
    if next > now {
      let before = timers.count
      advance(to: next - 1, interrupted: false)
      if timers.count != before { faults.append("fired before the next deadline") }
      advance(to: next, interrupted: false)
    }
  }

  // MARK: Checks

  private mutating func check(_ entry: TimerWheel.Entry, inOrder: Bool) {
    guard let index = timers.firstIndex(where: { $0.id == entry.payload }) else {
      faults.append("\(entry.payload) was handed out though not scheduled")
      return
    }
    let timer = timers.remove(at: index)
    spent.append(timer.handle)
    if timer.deadline > now { faults.append("\(timer.id) is early by \(timer.deadline - now) ns") }
    if inOrder, let first = timers.first, first.due < timer.due {
      faults.append("\(timer.id) came before \(first.id)")
    }
  }

  private mutating func insert(_ timer: Timer) {
    let index = timers.firstIndex { $0.due > timer.due } ?? timers.endIndex
    timers.insert(timer, at: index)
  }
}
