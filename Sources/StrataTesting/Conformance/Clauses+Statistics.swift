import Strata

extension CacheManagerConformance {
  /// That what is counted is what happened.
  static func statisticsClauses<Value>() -> [ConformanceClause<Value>] {
    [
      ConformanceClause(
        "each request counts once, as a hit or as a miss",
        .requestCounters
      ) { context in
        try await context.store(context.record(1), "a")
        let before = context.manager.statistics
        for _ in 0..<3 { _ = try await context.manager.fetch("a") }
        for _ in 0..<2 { _ = try await context.manager.fetch("none") }
        var hits = 3
        if context.manager.fetchIfReady("a") != nil { hits += 1 }
        _ = context.manager.fetchIfReady("none")
        _ = try await context.manager.fetchOrInsert("a")
        _ = try await context.manager.fetch(["a", "none", "a"])
        let after = context.manager.statistics
        context.expect(
          after.hits - before.hits == hits + 3, "\(after.hits - before.hits) hits of \(hits + 3)")
        context.expect(
          after.misses - before.misses == 3, "\(after.misses - before.misses) misses of 3")
      },
      ConformanceClause(
        "what is stored, refused and removed is counted, and entries with it",
        .writeCounters
      ) { context in
        let before = context.manager.statistics
        let record = context.record(1)
        try await context.store(record, "a")
        try await context.store(context.record(2), "a")
        try await context.manager.updateIfNeeded(record, for: "a")
        try await context.store(context.record(3), "b")
        try await context.manager.delete("b", asOf: context.stamp())
        let after = context.manager.statistics
        let counts = [
          ("updates", after.updates - before.updates, 3),
          ("refusedUpdates", after.refusedUpdates - before.refusedUpdates, 1),
          ("removals", after.removals - before.removals, 1),
        ]
        for (name, found, wanted) in counts {
          context.expect(found == wanted, "\(name) rose by \(found), expected \(wanted)")
        }
        if let entries = after.entryCount {
          context.expect(entries == 1, "entryCount is \(entries), expected 1")
        }
      },
    ]
  }
}
