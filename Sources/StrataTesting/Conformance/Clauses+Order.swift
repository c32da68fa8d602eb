import Strata

extension CacheManagerConformance {
  /// That newer wins.
  static func orderClauses<Value>() -> [ConformanceClause<Value>] {
    [
      ConformanceClause("of records that arrive in any order the newest stays") { context in
        for seed in context.seeds {
          var random = SeededRandom(seed: seed)
          let key = CacheKey("order \(seed)")
          let records = (0..<8).map { context.record($0) }
          var newest: CacheRecord<Value>?
          for record in records.shuffled(using: &random) {
            let isNewer = newest.map { record.stamp > $0.stamp } ?? true
            let isStored = try await context.manager.updateIfNeeded(record, for: key)
            context.expect(isStored == isNewer, "seed \(seed): updateIfNeeded says \(isStored)")
            if isNewer { newest = record }
            context.expect(try await context.fetch(key), equals: newest, "seed \(seed)")
          }
        }
      },
      ConformanceClause("of two records with one stamp the first stays") { context in
        let first = context.record(1)
        try await context.store(first, "a")
        let second = context.record(2, stamp: first.stamp)
        let isStored = try await context.manager.updateIfNeeded(second, for: "a")
        context.expect(!isStored, "updateIfNeeded says that it stored the second")
        context.expect(try await context.fetch("a"), equals: first, "a")
      },
      ConformanceClause("an empty record replaces neither a filled nor an empty one") { context in
        let filled = context.record(1)
        try await context.store(filled, "filled")
        let empty = try await context.manager.fetchOrInsert("empty")
        for (key, known) in [("filled", filled), ("empty", empty)]
          as [(CacheKey, CacheRecord<Value>)]
        {
          // Empty records have the oldest stamp; one that was made otherwise is told apart all the same.
          let stamps = context.options.refusesOldWrites ? [.zero, context.stamp()] : [Stamp.zero]
          for stamp in stamps {
            let isStored = try await context.manager.updateIfNeeded(
              context.empty(stamp: stamp), for: key, asOf: context.stamp())
            context.expect(!isStored, "\(key): updateIfNeeded says that it stored an empty record")
            context.expect(try await context.fetch(key), equals: known, "\(key)")
          }
        }
      },
      ConformanceClause("a filled record replaces an empty one, whatever their stamps") { context in
        let early = context.record(1)
        let late = context.options.refusesOldWrites ? context.stamp() : .zero
        let isStored = try await context.manager.updateIfNeeded(
          context.empty(stamp: late), for: "a", asOf: late)
        context.expect(isStored, "an empty record was not stored for an unknown key")
        try await context.store(early, "a")
        context.expect(try await context.fetch("a"), equals: early, "a")

        _ = try await context.manager.fetchOrInsert("b")
        let record = context.record(2)
        try await context.store(record, "b")
        context.expect(try await context.fetch("b"), equals: record, "b")
      },
      ConformanceClause("delete leaves what is newer than its stamp") { context in
        let before = context.stamp()
        let record = context.record(1)
        try await context.store(record, "a")
        let isDeleted = try await context.manager.delete("a", asOf: before)
        context.expect(!isDeleted, "delete says that it removed a newer record")
        context.expect(try await context.fetch("a"), equals: record, "a")
        let isDeletedNow = try await context.manager.delete("a", asOf: record.stamp)
        context.expect(isDeletedNow, "delete says that it left a record of its own stamp")
        context.expect(try await context.fetch("a"), equals: nil, "a")
      },
    ]
  }
}
