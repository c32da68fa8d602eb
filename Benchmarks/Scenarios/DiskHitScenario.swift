/// Hits that only the disk has, its pages in the system's page cache.
enum DiskHitScenario: Scenario {
  static let name = "disk"
  static let summary = "a hit on disk, beside LMDB by its C API and SQLite"

  static func run(_ arguments: Arguments, _ report: inout Report) async throws {
    for count in arguments.isQuick ? [1_000] : [1_000, 100_000] {
      let set = KeySet(count: count)
      let raw = try RawLMDB(set, filled: true, flushes: false)
      let sqlite = try SQLiteStore(set, filled: true, synchronous: "NORMAL")
      let stack = try await DiskStack(set, filled: true)
      let plan = AccessPlan(.zipf(0.99), keys: count)
      for threads in arguments.threads {
        let beside: [any Contender] = [raw.get, stack.wholePath, stack.tier]
        let race = Race(
          contenders: beside, plan: plan, threads: threads, seconds: arguments.seconds)
        report.add(try await race.run(), scenario: name, workload: plan.name, threads: threads) {
          $0 == stack.wholePath.name ? 1.5 : nil
        }
        let other = Race(
          contenders: [sqlite.get, stack.wholePath], plan: plan, threads: threads,
          seconds: arguments.seconds / 2)
        report.add(try await other.run(), scenario: name, workload: plan.name, threads: threads) {
          $0 == stack.wholePath.name ? 0.3 : nil
        }
      }
      try await stack.close()
    }
  }
}
