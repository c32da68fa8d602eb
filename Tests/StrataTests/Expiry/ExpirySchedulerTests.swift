import StrataTesting
import Synchronization
import Testing

@testable import Strata

@Suite struct ExpirySchedulerTests {
  let time = ManualClock(now: .zero)

  // CB178
  @Test("fires by itself, in a program without a run loop")
  func firesByItself() async throws {
    let calls = Calls()
    let scheduler = await Task.detached { [time] in
      ExpiryScheduler(clock: time.clock) { calls.add($0) }
    }.value
    _ = scheduler.schedule(1, at: .seconds(5))
    try await time.waitForSleepers()
    time.advance(by: .seconds(5))
    await eventually { calls.all == [1] }
  }

  @Test("wakes for a deadline that is earlier than all others")
  func wakesEarly() async throws {
    let calls = Calls()
    let scheduler = ExpiryScheduler(clock: time.clock) { calls.add($0) }
    _ = scheduler.schedule(1, at: .seconds(3_600))
    try await time.waitForSleepers()
    _ = scheduler.schedule(2, at: .milliseconds(20))
    await eventually { time.nextDeadline == .milliseconds(20) && time.sleeperCount == 1 }
    time.advance(by: .milliseconds(20))
    await eventually { calls.all == [2] }
    #expect(scheduler.pendingCount == 1)
  }

  // CB171
  @Test("keeps time over days and years", arguments: [60, 3_650, 100_000])
  func longDeadlines(days: Int) async throws {
    let calls = Calls()
    let scheduler = ExpiryScheduler(clock: time.clock) { _ in calls.add(0) }
    let deadline = MonotonicInstant.zero.advanced(by: .days(days))
    _ = scheduler.schedule(1, at: deadline)
    var wakes = 0
    while calls.all.isEmpty {
      let next = try #require(scheduler.nextWake)
      #expect(next <= deadline)
      await eventually { time.nextDeadline == next }
      time.advanceToNextDeadline()
      await eventually { scheduler.nextWake != next || !calls.all.isEmpty }
      wakes += 1
      if scheduler.nextWake == nil { await eventually { !calls.all.isEmpty } }
    }
    #expect(time.now == deadline)
    #expect(wakes <= 8)
  }

  // CB134
  @Test("fires what has passed already at once, and never sleeps until a moment that has passed")
  func passedDeadlines() async {
    let source = WatchedTime(time)
    let calls = Calls()
    time.advance(by: .days(1))
    let scheduler = ExpiryScheduler(clock: CacheClock(source)) { calls.add($0) }
    for (payload, deadline) in [0, -1, 86_399_999, 86_400_000].enumerated() {
      _ = scheduler.schedule(UInt64(payload), at: .milliseconds(deadline))
    }
    _ = scheduler.schedule(9, at: MonotonicInstant(nanoseconds: .min))
    await eventually { calls.all.count == 5 }
    await eventually { !scheduler.hasSleeper }
    #expect(source.sleeps == 0)
    #expect(source.sleepsIntoThePast == 0)
  }

  // CB133
  @Test("a deadline that never comes, or in centuries, costs no wake-ups")
  func neverIsQuiet() async {
    let source = WatchedTime(time)
    let scheduler = ExpiryScheduler(clock: CacheClock(source))
    _ = scheduler.schedule(1, at: .never)
    #expect(scheduler.nextWake == nil)
    #expect(!scheduler.hasSleeper)
    _ = scheduler.schedule(2, at: MonotonicInstant.zero.advanced(by: .days(365 * 290)))
    await eventually { time.sleeperCount == 1 }
    for _ in 0..<10 { time.advance(by: .seconds(1)) }
    await eventually { time.sleeperCount == 1 }
    #expect(source.sleeps == 1)
    #expect(scheduler.pendingCount == 2)
  }

  // CB139
  @Test("an action can cancel all others of its deadline, and each ends exactly once")
  func cancelWhileFiring() {
    let calls = Calls()
    let group = ScheduledGroup()
    let scheduler = ExpiryScheduler(clock: time.clock)
    for index in 0..<11 {
      group.add(
        scheduler.schedule(at: .seconds(1)) {
          calls.add(UInt64(index))
          for other in group.all where other.cancel() { calls.add(100) }
        })
    }
    time.advance(by: .seconds(1))
    #expect(scheduler.fireDue() == 1)
    #expect(calls.all == [0] + Array(repeating: 100, count: 10))
    #expect(scheduler.pendingCount == 0)
    #expect(scheduler.fireDue() == 0)
  }

  // CB142, CB146
  @Test("handlers may schedule, move and cancel")
  func reentrancy() {
    let calls = Calls()
    let scheduler = ExpiryScheduler(clock: time.clock)
    let moved = scheduler.schedule(at: .seconds(2)) { calls.add(2) }
    let own = ScheduledGroup()
    own.add(
      scheduler.schedule(at: .seconds(1)) { [weak scheduler] in
        calls.add(1)
        #expect(moved.reschedule(at: .seconds(5)))
        // Its own call has begun.
        #expect(own.all.allSatisfy { !$0.cancel() && !$0.reschedule(at: .seconds(9)) })
        _ = scheduler?.schedule(at: .seconds(3)) { calls.add(3) }
      })
    time.advance(by: .seconds(4))
    #expect(scheduler.fireDue() == 2)
    #expect(calls.all == [1, 3])
    time.advance(by: .seconds(1))
    #expect(scheduler.fireDue() == 1)
    #expect(calls.all == [1, 3, 2])
  }

  @Test("firing ends though a handler schedules for the past each time")
  func schedulingInThePast() {
    let calls = Calls()
    let scheduler = ExpiryScheduler(clock: time.clock)
    scheduler.schedule(at: .zero) { [weak scheduler] in
      calls.add(1)
      scheduler?.schedule(at: .seconds(-1)) { calls.add(2) }
    }
    while calls.all.isEmpty { scheduler.fireDue() }
    scheduler.fireDue()
    #expect(calls.all.count == 2)
  }

  // CB98
  @Test("after a jump of the clock all that was missed is called, each once")
  func jump() async throws {
    let calls = Calls()
    let scheduler = ExpiryScheduler(clock: time.clock) { calls.add($0) }
    for payload in 0..<10_000 {
      _ = scheduler.schedule(UInt64(payload), at: .milliseconds(1_000 + payload))
    }
    try await time.waitForSleepers()
    time.advance(by: .hours(8))
    await eventually { calls.count == 10_000 }
    #expect(calls.all == Array(0..<10_000))
    await eventually { !scheduler.hasSleeper }
  }

  // CB72
  @Test("none of many timers set over some seconds is lost")
  func setOverTime() async {
    var random = SeededRandom(seed: 72)
    let calls = Calls()
    let scheduler = ExpiryScheduler(clock: time.clock) { calls.add($0) }
    for payload in 0..<6_000 as Range<UInt64> {
      if payload % 2 == 0 {
        time.advance(by: .microseconds(Int64.random(in: 0...2_000, using: &random)))
      }
      _ = scheduler.schedule(payload, at: time.now.advanced(by: .seconds(5)))
      if payload % 500 == 0 { scheduler.fireDue() }
    }
    time.advance(by: .seconds(6))
    scheduler.fireDue()
    await eventually { calls.count >= 6_000 }
    #expect(Set(calls.all).count == 6_000)
    #expect(calls.count == 6_000)
    #expect(scheduler.pendingCount == 0)
  }

  // CB46
  @Test(
    "lifetimes of nothing, next to nothing and less are due at once and stall nobody",
    arguments: [
      Duration.zero, .nanoseconds(1), .nanoseconds(-1), .seconds(-5), .nanoseconds(Int64.min),
    ])
  func shortLifetimes(lifetime: Duration) async {
    let calls = Calls()
    let scheduler = ExpiryScheduler(clock: time.clock) { calls.add($0) }
    _ = scheduler.schedule(1, at: time.now.advanced(by: lifetime))
    time.advance(by: .milliseconds(1))
    scheduler.fireDue()
    _ = scheduler.schedule(2, at: time.now.advanced(by: .seconds(1)))
    time.advance(by: .seconds(1))
    scheduler.fireDue()
    // The sleeper may have been first to take one, and be about to call.
    await eventually { calls.count == 2 }
    #expect(calls.all.sorted() == [1, 2])
  }

  @Test("falling deadlines within one interval share a sleep; later ones never replace it")
  func coalescing() {
    let scheduler = ExpiryScheduler(clock: time.clock, coalescing: .milliseconds(100))
    for deadline in stride(from: 1_000, to: 900, by: -1) {
      _ = scheduler.schedule(1, at: .milliseconds(deadline))
    }
    for deadline in 1_000..<2_000 { _ = scheduler.schedule(1, at: .milliseconds(deadline)) }
    // The wheel looks closer before a far deadline, hence more than one.
    #expect(scheduler.state.withLock { $0.lastSleeper } <= 2)
    #expect(scheduler.nextWake.map { $0.nanoseconds % 100_000_000 == 0 } == true)
  }
}
