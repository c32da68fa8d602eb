/// A thousand hits asked for together, beside a thousand asked for one by one.
enum BulkScenario: Scenario {
  static let name = "bulk"
  static let summary = "1,000 hits by one call, beside 1,000 calls"

  static func run(_ arguments: Arguments, _ report: inout Report) async throws {
    for count in [1_000, 100_000] {
      try await run(KeySet(count: count), arguments, &report)
    }
  }

  private static func run(
    _ set: KeySet, _ arguments: Arguments, _ report: inout Report
  ) async throws {
    let memory = try await StrataStack(set)
    let disk = try await DiskStack(set, filled: true)
    let plan = AccessPlan(.uniform, keys: set.count)
    for (tier, cache) in [("memory", memory.cache), ("LMDB", disk.cache)] {
      let race = Race(
        contenders: [
          ThousandHits(cache, set, isBulk: false), ThousandHits(cache, set, isBulk: true),
        ], plan: plan, threads: 1, seconds: arguments.seconds)
      report.add(
        try await race.run(), scenario: name, workload: "\(plan.name), \(tier)", threads: 1
      ) { $0 == "one call for 1,000 keys" ? 0.5 : nil }
    }
    try await disk.close()
  }
}
