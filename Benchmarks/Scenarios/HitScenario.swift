/// Hits: time and latencies from a key to a value that is in memory and fresh.
enum HitScenario: Scenario {
  static let name = "hits"
  static let summary = "a hit in memory, through the whole stack and beside other caches"

  static func run(_ arguments: Arguments, _ report: inout Report) async throws {
    for count in arguments.isQuick ? [256, 10_000] : [256, 1_000_000] {
      let set = KeySet(count: count)
      let stack = try await StrataStack(set)
      let dictionary = LockedDictionary(set)
      var patterns: [AccessPlan.Pattern] = [.uniform, .zipf(0.99)]
      if count > 256 { patterns.append(.zipf(0.8)) }
      for pattern in patterns {
        let plan = AccessPlan(pattern, keys: count)
        for threads in arguments.threads {
          let contenders: [any Contender] = [
            dictionary, stack.wholePath, stack.keyedPath, stack.memoryTier,
          ]
          let race = Race(
            contenders: contenders, plan: plan, threads: threads, seconds: arguments.seconds)
          report.add(try await race.run(), scenario: name, workload: plan.name, threads: threads) {
            $0 == stack.wholePath.name ? (threads == 1 ? 1.0 : threads == 2 ? 0.6 : nil) : nil
          }
        }
      }
    }
    try await others(arguments, &report)
  }

  /// Peers that are far slower, beside the whole path.
  private static func others(_ arguments: Arguments, _ report: inout Report) async throws {
    let set = KeySet(count: 256)
    let stack = try await StrataStack(set)
    let plan = AccessPlan(.zipf(0.99), keys: set.count)
    let peers: [any Contender] = [
      FoundationCache(set), DictionaryActor(set), try FoundationURLCache(set),
    ]
    for threads in arguments.threads {
      for peer in peers {
        let race = Race(
          contenders: [peer, stack.wholePath], plan: plan, threads: threads,
          seconds: arguments.seconds / 2)
        report.add(try await race.run(), scenario: name, workload: plan.name, threads: threads) {
          $0 == stack.wholePath.name && peer is FoundationCache ? 0.1 : nil
        }
      }
    }
  }
}
