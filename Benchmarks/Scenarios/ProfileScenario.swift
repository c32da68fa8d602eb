/// Plain loops over hot keys, nothing timed: what to run under callgrind or perf, which then tell the
/// instructions of each contender's `run`.
enum ProfileScenario: Scenario {
  static let name = "profile"
  static let summary = "plain loops, to be run under a profiler; only when named"
  static let isOnRequest = true

  static func run(_ arguments: Arguments, _ report: inout Report) async throws {
    let set = KeySet(count: 256)
    let stack = try await StrataStack(set)
    let plan = AccessPlan(.uniform, keys: set.count, count: 100_000)
    let contenders: [any Contender] = [
      LockedDictionary(set), stack.wholePath, stack.keyedPath, stack.memoryTier,
    ]
    for contender in contenders { Blackhole.take(try await contender.run(plan, 0..<plan.count)) }
    print("100000 operations of each: \(contenders.map(\.name).joined(separator: ", "))")
  }
}
