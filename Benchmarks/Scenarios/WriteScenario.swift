import StrataLMDB

/// Updates, each acknowledged before the same caller's next one.
enum WriteScenario: Scenario {
  static let name = "writes"
  static let summary = "an update through memory and disk at each durability, beside SQLite"

  static func run(_ arguments: Arguments, _ report: inout Report) async throws {
    let set = KeySet(count: 10_000)
    let plan = AccessPlan(.uniform, keys: set.count)
    for (callers, goal) in [(1, nil), (8, 0.5)] as [(Int, Double?)] {
      let stack = try await DiskStack(set, filled: false, durability: .processSafe, memory: true)
      let update = stack.update("Strata, process-safe")
      let contenders: [any Contender] = [
        try SQLiteStore(set, filled: false, synchronous: "NORMAL").put, update,
        try RawLMDB(set, filled: false, flushes: false).put,
      ]
      let race = Race(
        contenders: contenders, plan: plan, threads: callers, seconds: arguments.seconds)
      report.add(try await race.run(), scenario: name, workload: plan.name, threads: callers) {
        $0 == update.name ? goal : nil
      }
      try await stack.close()
    }
    for (callers, goal) in [(1, nil), (64, 0.5)] as [(Int, Double?)] {
      let stack = try await DiskStack(set, filled: false, durability: .durable, memory: true)
      let update = stack.update("Strata, durable")
      let contenders: [any Contender] = [
        try SQLiteStore(set, filled: false, synchronous: "FULL").put, update,
      ]
      let race = Race(
        contenders: contenders, plan: plan, threads: callers, seconds: arguments.seconds)
      report.add(try await race.run(), scenario: name, workload: plan.name, threads: callers) {
        $0 == update.name ? goal : nil
      }
      try await stack.close()
    }
  }
}
