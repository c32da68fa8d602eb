import Strata

/// What a request costs under each eviction policy.
enum EvictionScenario: Scenario {
  static let name = "eviction"
  static let summary = "a hit, and an insert that evicts, by eviction policy"

  static func run(_ arguments: Arguments, _ report: inout Report) async throws {
    for capacity in arguments.isQuick ? [256, 10_000] : [256, 10_000, 1_000_000] {
      // Fewer keys than fit, in every shard.
      let few = (0..<capacity / 2).map { CacheKey("key \($0)") }
      try await race(
        "reads", PolicyTier.ofEachPolicy(keys: few, capacity: capacity).map(PolicyTier.Reads.init),
        capacity, keys: few.count, arguments, &report)
      // Eight times as many, of which most are missing.
      let many = (0..<capacity * 8).map { CacheKey("key \($0)") }
      try await race(
        "mostly inserts", PolicyTier.ofEachPolicy(keys: many, capacity: capacity), capacity,
        keys: many.count, arguments, &report)
    }
  }

  private static func race(
    _ work: String, _ contenders: [any Contender], _ capacity: Int, keys: Int,
    _ arguments: Arguments, _ report: inout Report
  ) async throws {
    let plan = AccessPlan(.uniform, keys: keys)
    for threads in arguments.threads {
      let race = Race(
        contenders: contenders, plan: plan, threads: threads, seconds: arguments.seconds)
      report.add(
        try await race.run(), scenario: name,
        workload: "\(work), tier of \(capacity.shortText), uniform", threads: threads)
    }
  }
}
