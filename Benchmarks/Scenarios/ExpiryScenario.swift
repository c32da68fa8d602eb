import Dispatch
import Strata

/// Deadlines that are set and dropped again, as a cache does for every entry that it rewrites.
enum ExpiryScenario: Scenario {
  static let name = "expiry"
  static let summary = "scheduling and moving a deadline, beside a task or a Dispatch timer a key"

  static func run(_ arguments: Arguments, _ report: inout Report) async throws {
    let keys = 10_000
    let plan = AccessPlan(.uniform, keys: keys)
    let moves = RescheduledDeadlines(count: keys)
    let contenders: [any Contender] = [
      SleepingTasks(), moves, ScheduledDeadlines(), DispatchTimers(),
    ]
    let race = Race(contenders: contenders, plan: plan, threads: 1, seconds: arguments.seconds)
    report.add(
      try await race.run(), scenario: name, workload: "\(keys.shortText) deadlines", threads: 1
    ) { $0 == moves.name ? 0.1 : nil }
  }
}

/// A task that sleeps until the deadline, cancelled and awaited.
private struct SleepingTasks: Contender {
  let name = "Task.sleep a key, cancelled"

  func run(_ plan: AccessPlan, _ range: Range<Int>) async -> UInt64 {
    var tasks: [Task<Void, Never>] = []
    tasks.reserveCapacity(range.count)
    for index in range {
      let delay = Duration.seconds(3_600 + plan[index])
      tasks.append(Task { try? await Task.sleep(for: delay) })
    }
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    return UInt64(tasks.count)
  }
}

/// A deadline of the scheduler's, scheduled and cancelled.
private struct ScheduledDeadlines: Contender {
  let name = "Strata, schedule and cancel"
  private let scheduler = ExpiryScheduler()

  init() {
    // As in a cache: others are due earlier, so that the sleeper has its deadline.
    _ = scheduler.schedule(.max, at: CacheClock.system.now.advanced(by: .minutes(59)))
  }

  func run(_ plan: AccessPlan, _ range: Range<Int>) -> UInt64 {
    var cancelled: UInt64 = 0
    for index in range {
      let deadline = CacheClock.system.now.advanced(by: .seconds(3_600 + plan[index]))
      let handle = scheduler.schedule(UInt64(index), at: deadline)
      if scheduler.cancel(handle) { cancelled &+= 1 }
    }
    return cancelled
  }
}

/// What happens when an entry is read or written: is it fresh, and when does it expire now?
private final class RescheduledDeadlines: Contender {
  let name = "Strata, decision and reschedule"
  private let scheduler = ExpiryScheduler()
  private let handles: [TimerWheel.Handle]
  private let record = CacheRecord(value: 1, stamp: CacheClock.system.nextStamp())
  private let terms = ExpiryTerms(timeToLive: .days(10))

  init(count: Int) {
    let start = CacheClock.system.now
    handles = (0..<count).map { [scheduler] index in
      scheduler.schedule(UInt64(index), at: start.advanced(by: .seconds(3_600 + index)))
    }
  }

  func run(_ plan: AccessPlan, _ range: Range<Int>) -> UInt64 {
    var moved: UInt64 = 0
    for index in range {
      let now = CacheClock.system.now
      if record.metadata.freshness(under: terms, at: now) == .fresh,
        scheduler.reschedule(
          handles[plan[index]], at: now.advanced(by: .seconds(3_600 + index & 1_023)))
      {
        moved &+= 1
      }
    }
    return moved
  }
}

/// A Dispatch timer a key, cancelled.
private struct DispatchTimers: Contender {
  let name = "Dispatch timer a key, cancelled"
  private let queue = DispatchQueue(label: "timers")

  func run(_ plan: AccessPlan, _ range: Range<Int>) -> UInt64 {
    for index in range {
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.setEventHandler {}
      timer.schedule(deadline: .now() + .seconds(3_600 + plan[index]))
      timer.activate()
      timer.cancel()
    }
    return UInt64(range.count)
  }
}
