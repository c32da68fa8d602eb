import Foundation
import StrataTesting
import Testing

@testable import Strata

@Suite struct TimerWheelModelTests {
  static let year: Int64 = 31_557_600_000_000_000

  /// Where the clock stands first, the ends of its range included.
  static let starts: [Int64] = [
    0, 1, -1, -46_000_000, 3_600_000_000_000, .min, .min + 1, -5 * year,
    .max - 5 * year, .max - 10_000_000, .max,
  ]
  /// STRATA_FULL=1 runs more of them; a failure names its own.
  static let seeds: ClosedRange<UInt64> =
    ProcessInfo.processInfo.environment["STRATA_FULL"] == nil ? 1...40 : 1...4_000

  // CB13, CB140, CB142 and, by its spent handles, CB146.
  @Test("agrees with a sorted list, whatever is done to it", arguments: starts)
  func agreesWithSortedList(start: Int64) {
    for seed in Self.seeds {
      var model = TimerWheelModel(seed: seed, start: start)
      for step in 0..<400 {
        model.anyStep()
        #expect(model.wheel.count == model.timers.count)
        if step % 16 == 0 { model.wheel.checkInvariants() }
        guard model.faults.isEmpty else {
          Issue.record("start \(start), seed \(seed), step \(step): \(model.faults)")
          return
        }
      }
      model.wheel.checkInvariants()
    }
  }

  @Test("hands out all that it holds to one who goes from each next deadline to the following")
  func drains() {
    for seed in Self.seeds {
      var model = TimerWheelModel(seed: seed, start: 0)
      for _ in 0..<200 { model.schedule() }
      var wakes = 0
      while model.wheel.nextDeadline != nil, wakes <= 200 * 8 {
        model.advanceToNextDeadline()
        model.advance(to: model.now, interrupted: false)
        wakes += 1
      }
      #expect(model.faults == [], "seed \(seed)")
      // Those that are left can never be due.
      #expect(model.timers.allSatisfy { $0.due > Int64.max }, "seed \(seed)")
    }
  }
}

extension TimerWheelModel {
  mutating func anyStep() {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<75: change()
    case 75..<85:
      let pause = chance(20) ? 0 : anyPause()
      advance(to: now.addingSaturating(pause), interrupted: chance(50))
    case 85..<90:
      // A burst on one deadline.
      let deadline = anyDeadline()
      for _ in 0..<8 { schedule(at: deadline) }
    default: advanceToNextDeadline()
    }
  }
}
