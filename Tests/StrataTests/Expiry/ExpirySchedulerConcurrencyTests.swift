import StrataTesting
import Synchronization
import Testing

@testable import Strata

@Suite struct ExpirySchedulerConcurrencyTests {
  // CB24, CB139: for the thread sanitizer as well.
  @Test(
    "many tasks at once: each timer is fired once or cancelled once",
    arguments: 1...4 as ClosedRange<UInt64>)
  func manyTasks(seed: UInt64) async {
    let time = ManualClock(now: .zero)
    let fired = Calls()
    let scheduler = ExpiryScheduler(clock: time.clock) { fired.add($0) }
    let cancelled = Calls()
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<4 as Range<UInt64> {
        group.addTask {
          var random = SeededRandom(seed: seed << 8 | worker)
          var handles: [(UInt64, TimerWheel.Handle)] = []
          for step in 0..<1_000 as Range<UInt64> {
            let deadline = time.now.advanced(
              by: .milliseconds(Int.random(in: -5...500, using: &random)))
            let payload = worker << 32 | step
            handles.append((payload, scheduler.schedule(payload, at: deadline)))
            let (other, handle) = handles.randomElement(using: &random)!
            switch Int.random(in: 0..<4, using: &random) {
            case 0: if scheduler.cancel(handle) { cancelled.add(other) }
            case 1: scheduler.reschedule(handle, at: deadline)
            case 2: time.advance(by: .milliseconds(Int.random(in: 0...3, using: &random)))
            default: scheduler.fireDue()
            }
          }
        }
      }
    }
    time.advance(by: .hours(1))
    await eventually { scheduler.pendingCount == 0 && !scheduler.hasSleeper }
    await eventually { fired.count + cancelled.count == 4_000 }
    #expect(Set(fired.all).count == fired.count)
    #expect(Set(fired.all).isDisjoint(with: cancelled.all))
    scheduler.state.withLock { $0.wheel.checkInvariants() }
  }
}
