import StrataTesting
import Testing

@testable import Strata

@Suite struct ExpirySchedulerLifetimeTests {
  let time = ManualClock(now: .zero)

  // CB14
  @Test(
    "with nothing scheduled any more, no task is left and no wake-up", arguments: Ending.allCases)
  func rests(ending: Ending) async throws {
    let scheduler = ExpiryScheduler(clock: time.clock)
    #expect(!scheduler.hasSleeper)
    let handle = scheduler.schedule(1, at: .seconds(10))
    try await time.waitForSleepers()
    switch ending {
    case .fires: time.advance(by: .seconds(10))
    case .firedByHand:
      time.advance(by: .seconds(10))
      scheduler.fireDue()
    case .cancelled: scheduler.cancel(handle)
    case .moved: scheduler.reschedule(handle, at: .never)
    }
    await eventually { !scheduler.hasSleeper && time.sleeperCount == 0 }
    #expect(scheduler.nextWake == nil)
    #expect(scheduler.pendingCount == (ending == .moved ? 1 : 0))
  }

  enum Ending: CaseIterable { case fires, firedByHand, cancelled, moved }

  // CB124
  @Test("goes with its last reference while it sleeps, and takes its sleeper along")
  func deinitialises() async throws {
    weak var gone: ExpiryScheduler?
    var action: ScheduledAction?
    do {
      let scheduler = ExpiryScheduler(clock: time.clock)
      action = scheduler.schedule(at: .seconds(10)) { Issue.record("called after the end") }
      gone = scheduler
      try await time.waitForSleepers()
    }
    await eventually { gone == nil && time.sleeperCount == 0 }
    #expect(action?.cancel() == false)
    #expect(action?.reschedule(at: .zero) == false)
    time.advance(by: .seconds(10))
  }

  @Test("may lose its last reference in a handler of its own")
  func deinitialisesWhileFiring() async throws {
    let calls = Calls()
    weak var gone: ExpiryScheduler?
    let holder = Holder()
    do {
      let scheduler = ExpiryScheduler(clock: time.clock) { _ in
        holder.scheduler = nil
        calls.add(1)
      }
      gone = scheduler
      _ = scheduler.schedule(1, at: .seconds(1))
      _ = scheduler.schedule(2, at: .seconds(2))
      try await time.waitForSleepers()
      holder.scheduler = scheduler
    }
    time.advance(by: .seconds(1))
    await eventually { calls.all == [1] && gone == nil && time.sleeperCount == 0 }
  }

  @Test("lets go of what an action captured once it is called, cancelled, or the scheduler is gone")
  func releasesActions() {
    weak var called: Calls?
    weak var cancelled: Calls?
    weak var dropped: Calls?
    do {
      let scheduler = ExpiryScheduler(clock: time.clock)
      do {
        let objects = [Calls(), Calls(), Calls()]
        (called, cancelled, dropped) = (objects[0], objects[1], objects[2])
        scheduler.schedule(at: .seconds(1)) { [object = objects[0]] in object.add(1) }
        let action = scheduler.schedule(at: .seconds(1)) { [object = objects[1]] in object.add(1) }
        scheduler.schedule(at: .seconds(9)) { [object = objects[2]] in object.add(1) }
        action.cancel()
      }
      #expect(cancelled == nil)
      #expect(called != nil)
      time.advance(by: .seconds(1))
      scheduler.fireDue()
      #expect(called == nil)
      #expect(dropped != nil)
    }
    #expect(dropped == nil)
  }

  @Test("the next change wakes a scheduler whose clock has failed")
  func clockFails() async throws {
    let source = WatchedTime(time)
    let calls = Calls()
    let scheduler = ExpiryScheduler(clock: CacheClock(source)) { calls.add($0) }
    source.failNextSleep()
    _ = scheduler.schedule(1, at: .seconds(1))
    await eventually { !scheduler.hasSleeper }
    _ = scheduler.schedule(2, at: .seconds(2))
    try await time.waitForSleepers()
    time.advance(by: .seconds(2))
    await eventually { calls.all == [1, 2] }
  }
}
