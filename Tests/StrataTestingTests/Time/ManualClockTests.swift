import Strata
import StrataTesting
import Synchronization
import Testing

@Suite("Manual clock")
struct ManualClockTests {
  @Test("advancing moves both clocks by the same duration")
  func advanceMovesBoth() {
    let time = ManualClock(now: .init(nanoseconds: 5), date: .init(nanoseconds: 7))
    time.advance(by: .nanoseconds(10))
    #expect(time.now.nanoseconds == 15)
    #expect(time.date.nanoseconds == 17)
    #expect(time.clock.now == time.now)
    #expect(time.clock.date == time.date)
  }

  @Test("a wall jump leaves the monotonic clock where it is", arguments: [-3_600, 3_600])
  func wallJump(seconds: Int) {
    let time = ManualClock()
    let (now, date) = (time.now, time.date)
    time.jumpWall(by: .seconds(seconds))
    #expect(time.now == now)
    #expect(time.date.duration(since: date) == .seconds(seconds))
  }

  @Test(
    "clocks may start anywhere and saturate at the end",
    arguments: [0, -5, Int64.min, Int64.max - 3] as [Int64])
  func starts(nanoseconds: Int64) {
    let time = ManualClock(
      now: .init(nanoseconds: nanoseconds), date: .init(nanoseconds: nanoseconds))
    time.advance(by: .nanoseconds(2))
    #expect(time.now.nanoseconds == nanoseconds + 2)
    time.advance(by: .seconds(Int64.max))
    time.advance(by: .seconds(Int64.max))
    #expect(time.now.nanoseconds == .max)
    #expect(time.date.nanoseconds == .max)
    time.jumpWall(by: .seconds(Int64.min))
    time.jumpWall(by: .seconds(Int64.min))
    #expect(time.date.nanoseconds == .min)
  }

  @Test("stamps of one manual clock increase while it stands still")
  func stamps() {
    let time = ManualClock()
    let (first, second) = (time.clock.nextStamp(), time.clock.nextStamp())
    #expect(first < second)
  }

  @Test("a sleeper wakes when its deadline comes and not before")
  func wakes() async throws {
    let time = ManualClock()
    let deadline = time.now.advanced(by: .seconds(10))
    let woken = Mutex(false)
    async let sleeper: Void = {
      try await time.sleep(until: deadline)
      woken.withLock { $0 = true }
    }()
    try await time.waitForSleepers()
    #expect(time.nextDeadline == deadline)
    time.advance(by: .nanoseconds(9_999_999_999))
    #expect(time.sleeperCount == 1)
    #expect(woken.withLock { !$0 })
    time.advance(by: .nanoseconds(1))
    try await sleeper
    #expect(time.sleeperCount == 0)
    #expect(time.nextDeadline == nil)
  }

  @Test("a deadline that has passed does not suspend", arguments: [0, -1, Int64.min])
  func past(nanoseconds: Int64) async throws {
    let time = ManualClock(now: .init(nanoseconds: 0))
    try await time.sleep(until: .init(nanoseconds: nanoseconds))
    try await time.clock.sleep(until: .init(nanoseconds: nanoseconds))
    #expect(time.sleeperCount == 0)
  }

  @Test("going to the next deadline wakes all who wait for it and nobody else")
  func nextDeadline() async throws {
    let time = ManualClock()
    let start = time.now
    #expect(time.advanceToNextDeadline() == nil)
    try await withThrowingTaskGroup { group in
      for seconds in [5, 5, 8] {
        group.addTask { try await time.sleep(until: start.advanced(by: .seconds(seconds))) }
      }
      try await time.waitForSleepers(3)
      #expect(time.advanceToNextDeadline() == .seconds(5))
      #expect(time.sleeperCount == 1)
      #expect(time.advanceToNextDeadline() == .seconds(3))
      try await group.waitForAll()
    }
  }

  @Test("cancelling wakes a sleeper, and one that waits for sleepers, by an error")
  func cancellation() async throws {
    let time = ManualClock()
    let deadline = time.now.advanced(by: .days(1))
    let sleeper = Task { try await time.sleep(until: deadline) }
    let observer = Task { try await time.waitForSleepers(2) }
    try await time.waitForSleepers()
    sleeper.cancel()
    observer.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    await #expect(throws: CancellationError.self) { try await observer.value }
    #expect(time.sleeperCount == 0)
  }

  @Test("a task that is cancelled already does not sleep")
  func cancelledBefore() async {
    let time = ManualClock()
    let deadline = time.now.advanced(by: .days(1))
    let sleeper = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await time.sleep(until: deadline)
    }
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }

  @Test("a manual clock goes away with its last reference, though its cache clock refers to it")
  func noCycle() {
    weak var weakTime: ManualClock?
    do {
      let time = ManualClock()
      weakTime = time
      _ = time.clock.now
    }
    #expect(weakTime == nil)
  }
}
