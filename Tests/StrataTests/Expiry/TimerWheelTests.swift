import Testing

@testable import Strata

@Suite struct TimerWheelTests {
  static let year = Duration.days(365)

  // CB13
  @Test("a timer moved nearer fires near, and one moved away does not fire there")
  func movesBothWays() {
    var wheel = TimerWheel(startingAt: .zero)
    let far = wheel.schedule(1, at: .never)
    let near = wheel.schedule(2, at: .seconds(5))
    #expect(wheel.reschedule(far, at: .seconds(5)) == true)
    #expect(wheel.reschedule(near, at: .never) == true)
    #expect(wheel.fired(at: .seconds(6)) == [1])
    #expect(wheel.count == 1)
    #expect(wheel.nextDeadline == nil)
  }

  // CB137
  @Test("a deadline that has passed fires at the next advance", arguments: [-46, -1, 0])
  func passed(milliseconds: Int) {
    for position in [0, 1, 63, 64, 65, 4_095, 4_096, 300_000] {
      let now = MonotonicInstant.milliseconds(position)
      var wheel = TimerWheel(startingAt: .zero)
      #expect(wheel.fired(at: now) == [])
      _ = wheel.schedule(7, at: now.advanced(by: .milliseconds(milliseconds)))
      #expect(wheel.nextDeadline.map { $0 <= now } == true)
      #expect(wheel.fired(at: now) == [7])
    }
  }

  // CB45
  @Test("a deadline on the border of a slot fires in its own millisecond, on each level")
  func borders() {
    for start in [0, -5_000_000_000_000, 123_456_789] {
      for level in 0..<7 {
        for offset in -1...1 {
          let deadline = MonotonicInstant.milliseconds(start + (1 << (6 * level)) + offset)
          var wheel = TimerWheel(startingAt: .milliseconds(start))
          _ = wheel.schedule(1, at: deadline)
          if deadline > .milliseconds(start) {
            #expect(wheel.fired(at: deadline.advanced(by: .nanoseconds(-1))) == [])
          }
          #expect(wheel.fired(at: deadline) == [1])
        }
      }
    }
  }

  @Test("a timer is late by less than a millisecond and never early")
  func resolution() {
    for nanoseconds in [1, 2, 499_999, 999_999, 1_000_000, 1_000_001] as [Int64] {
      for start in [0, -3_000_000_000, 1] as [Int64] {
        let deadline = MonotonicInstant(nanoseconds: start + nanoseconds)
        var wheel = TimerWheel(startingAt: MonotonicInstant(nanoseconds: start))
        _ = wheel.schedule(1, at: deadline)
        #expect(wheel.fired(at: deadline.advanced(by: .nanoseconds(-1))) == [])
        #expect(wheel.fired(at: deadline.advanced(by: .nanoseconds(999_999))) == [1])
      }
    }
  }

  // CB136
  @Test(
    "the greatest deadlines never fire, wherever the clock stands",
    arguments: [0, 1, 46_000_000, 3_600_000_000_000, Int64.max / 2, .max - 1, .max])
  func greatest(start: Int64) {
    let now = MonotonicInstant(nanoseconds: start)
    var wheel = TimerWheel(startingAt: now)
    for delay in [Int64.max, .max - start, (Int64.max - start).addingSaturating(1)] {
      _ = wheel.schedule(1, at: now.advanced(by: .nanoseconds(delay)))
    }
    #expect(wheel.nextDeadline == nil)
    for years in [1, 10, 100, 1_000] {
      #expect(wheel.fired(at: now.advanced(by: .days(365 * years))) == [])
    }
    #expect(wheel.count == 3)
  }

  // CB140, CB171
  @Test("a wheel that was idle for years fires on time", arguments: [5, 70, 300])
  func idleForYears(years: Int) {
    let clock = ContinuousClock()
    // From before the clock's zero, so that 300 years fit into its range.
    let start = MonotonicInstant.seconds(-4_611_686_018)
    // In two steps: 300 years are more than a duration in nanoseconds holds.
    let half = Duration.days(365 * years / 2)
    let later = start.advanced(by: half).advanced(by: half)
    var wheel = TimerWheel(startingAt: start)
    _ = wheel.schedule(1, at: start.advanced(by: .seconds(1)))
    _ = wheel.schedule(2, at: later.advanced(by: .days(3_650)))
    let work = clock.measure {
      #expect(wheel.fired(at: later) == [1])
    }
    #expect(work < .milliseconds(10))
    _ = wheel.schedule(3, at: later.advanced(by: .seconds(10)))
    #expect(wheel.fired(at: later.advanced(by: .milliseconds(9_999))) == [])
    #expect(wheel.fired(at: later.advanced(by: .seconds(10))) == [3])
    #expect(wheel.fired(at: later.advanced(by: .days(3_650))) == [2])
    wheel.checkInvariants()
  }

  // CB142
  @Test("timers of one deadline can be moved and cancelled while the first of them is handled")
  func sameDeadline() {
    var wheel = TimerWheel(startingAt: .zero)
    let handles = (1...3).map { wheel.schedule($0, at: .zero) }
    wheel.admitOverdue()
    #expect(wheel.step(to: .zero) == .due(.init(payload: 1)))
    #expect(wheel.reschedule(handles[1], at: .seconds(3_600)) == true)
    #expect(wheel.cancel(handles[2]) == .init(payload: 3))
    #expect(wheel.step(to: .zero) == .idle)
    #expect(wheel.fired(at: .seconds(3_599)) == [])
    #expect(wheel.fired(at: .seconds(3_600)) == [2])
    #expect(wheel.count == 0)
  }

  // CB146
  @Test("the handle of a former timer does nothing to the timer in its place")
  func generations() {
    var wheel = TimerWheel(startingAt: .zero)
    let former = wheel.schedule(1, at: .milliseconds(50))
    wheel.cancel(former)
    let present = wheel.schedule(1, at: .seconds(60))
    #expect(former.index == present.index)
    #expect(wheel.cancel(former) == nil)
    #expect(wheel.reschedule(former, at: .milliseconds(50)) == false)
    #expect(wheel.fired(at: .milliseconds(100)) == [])
    #expect(wheel.holds(present) == true)
  }

  @Test("handles stay harmless when the table has been given back and made again")
  func generationsAfterShrinking() {
    var wheel = TimerWheel(startingAt: .zero)
    let former = (0..<10_000).map { wheel.schedule($0, at: .seconds(1)) }
    #expect(wheel.fired(at: .seconds(1)).count == 10_000)
    #expect(wheel.placeCapacity == TimerWheel.smallestPlaceCapacity)
    for payload in 0..<10_000 { _ = wheel.schedule(UInt64(payload), at: .seconds(2)) }
    let refused = former.count { wheel.cancel($0) == nil }
    #expect(refused == former.count)
    #expect(wheel.count == 10_000)
    wheel.checkInvariants()
  }

  @Test("a handle of no timer is refused")
  func unscheduled() {
    var wheel = TimerWheel(startingAt: .zero)
    #expect(wheel.cancel(.unscheduled) == nil)
    #expect(wheel.reschedule(.unscheduled, at: .zero) == false)
  }

  @Test("a clock that stands still, or that is read out of order, fires nothing twice")
  func standingStill() {
    var wheel = TimerWheel(startingAt: .zero)
    _ = wheel.schedule(1, at: .seconds(1))
    _ = wheel.schedule(2, at: .seconds(2))
    for _ in 0..<3 { #expect(wheel.fired(at: .milliseconds(999)) == []) }
    #expect(wheel.fired(at: .seconds(1)) == [1])
    for _ in 0..<3 { #expect(wheel.fired(at: .seconds(1)) == []) }
    #expect(wheel.fired(at: .zero) == [])
    #expect(wheel.fired(at: .seconds(2)) == [2])
  }

  @Test("a run of steps ends though each timer is set anew in the past")
  func resettingInThePast() {
    var wheel = TimerWheel(startingAt: .zero)
    _ = wheel.schedule(0, at: .milliseconds(5))
    var fired = 0
    wheel.admitOverdue()
    while case .due(let entry) = wheel.step(to: .milliseconds(10)), fired < 100 {
      fired += 1
      _ = wheel.schedule(entry.payload + 1, at: .milliseconds(5))
    }
    #expect(fired == 1)
    #expect(wheel.fired(at: .milliseconds(10)) == [1])
  }

  @Test(
    "one who sleeps to each next deadline wakes once for few timers, at most eight times for many",
    arguments: [(timers: 1, wakes: 1), (16, 1), (17, 8), (1_000, 8)])
  func wakes(timers: Int, limit: Int) {
    for deadline in [1, 64, 100, 4_097, 86_400_000, 315_360_000_000] {
      var wheel = TimerWheel(startingAt: .zero)
      for _ in 0..<timers { _ = wheel.schedule(1, at: .milliseconds(deadline)) }
      var wakes = 0
      var last = MonotonicInstant.zero
      while let next = wheel.nextDeadline {
        #expect(next > last && next <= .milliseconds(deadline))
        last = next
        wakes += 1
        _ = wheel.fired(at: next)
      }
      #expect(last == .milliseconds(deadline))
      #expect(wakes <= limit)
    }
  }

  @Test("a timer takes 29 bytes and its handle 8")
  func size() {
    let links = MemoryLayout<TimerWheel.Chunk>.stride / TimerWheel.chunkSize
    #expect(MemoryLayout<TimerWheel.Timer>.stride + MemoryLayout<UInt32>.stride + links <= 29)
    #expect(MemoryLayout<TimerWheel.Handle>.stride == 8)
  }
}
