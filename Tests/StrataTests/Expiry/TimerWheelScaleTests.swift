import Foundation
import StrataTesting
import Testing

@testable import Strata

@Suite struct TimerWheelScaleTests {
  /// Ten million with STRATA_FULL=1, best in a release build.
  static let count =
    ProcessInfo.processInfo.environment["STRATA_FULL"] == nil ? 100_000 : 10_000_000

  @Test("fires each of very many deadlines once, on time, in portions")
  func many() {
    var random = SeededRandom(seed: 10)
    var wheel = TimerWheel(startingAt: .zero)
    let hour = 3_600_000
    var deadlines: [Int32] = []
    var handles: [TimerWheel.Handle] = []
    for payload in 0..<Self.count {
      let deadline = Int32.random(in: 1...Int32(hour), using: &random)
      deadlines.append(deadline)
      handles.append(wheel.schedule(UInt64(payload), at: .milliseconds(Int(deadline))))
    }
    // A third is moved, a third is cancelled.
    for payload in stride(from: 0, to: Self.count, by: 3) {
      deadlines[payload] = Int32.random(in: 1...Int32(hour), using: &random)
      wheel.reschedule(handles[payload], at: .milliseconds(Int(deadlines[payload])))
    }
    for payload in stride(from: 1, to: Self.count, by: 3) {
      wheel.cancel(handles[payload])
      deadlines[payload] = 0
    }
    let expected = deadlines.count { $0 > 0 }
    #expect(wheel.count == expected)

    var wrong = 0
    var fired = 0
    var due: [TimerWheel.Entry] = []
    var last = 0
    for now in Array(stride(from: 0, through: hour, by: 997)) + [hour] {
      var isDone = false
      while !isDone {
        due.removeAll(keepingCapacity: true)
        isDone = wheel.advance(to: .milliseconds(now), limit: 256, into: &due)
        if due.count > 256 { wrong += 1 }
        fired += due.count
        for entry in due {
          let deadline = Int(deadlines[Int(entry.payload)])
          // Twice is wrong as well: zero is never between the two.
          if deadline <= last || deadline > now { wrong += 1 }
          deadlines[Int(entry.payload)] = 0
        }
      }
      last = now
    }
    #expect(wrong == 0)
    #expect(fired == expected)
    #expect(wheel.count == 0)
    #expect(wheel.nextDeadline == nil)
  }

  @Test("a jump over everything hands all of it out, in portions")
  func jump() {
    var wheel = TimerWheel(startingAt: .zero)
    for payload in 0..<Self.count {
      _ = wheel.schedule(UInt64(payload), at: .milliseconds(payload * 7))
    }
    var due: [TimerWheel.Entry] = []
    var portions = 0
    while !wheel.advance(to: .never, limit: 1_000, into: &due) { portions += 1 }
    #expect(portions >= Self.count / 1_000)
    #expect(due.count == Self.count)
    #expect(zip(due.indices, due).allSatisfy { UInt64($0) == $1.payload })
  }
}
