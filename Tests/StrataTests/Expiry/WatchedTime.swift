import Strata
import StrataTesting
import Synchronization

/// A manual clock that counts how it is used.
final class WatchedTime: TimeSource {
  private struct Counts {
    var sleeps = 0
    var sleepsIntoThePast = 0
    var failNext = false
  }

  private let time: ManualClock
  private let counts = Mutex(Counts())

  init(_ time: ManualClock) { self.time = time }

  var sleeps: Int { counts.withLock { $0.sleeps } }
  var sleepsIntoThePast: Int { counts.withLock { $0.sleepsIntoThePast } }
  func failNextSleep() { counts.withLock { $0.failNext = true } }

  var now: MonotonicInstant { time.now }
  var date: Timestamp { time.date }
  func sleep(until deadline: MonotonicInstant) async throws(CancellationError) {
    let fails = counts.withLock { counts in
      counts.sleeps += 1
      if deadline <= time.now { counts.sleepsIntoThePast += 1 }
      defer { counts.failNext = false }
      return counts.failNext
    }
    if fails { throw CancellationError() }
    try await time.sleep(until: deadline)
  }
}
