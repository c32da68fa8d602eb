import Strata

extension CacheManagerConformance {
  /// What each member does by itself.
  static func memberClauses<Value>() -> [ConformanceClause<Value>] {
    [
      ConformanceClause("an unknown key has no record", .nothing) { context in
        context.expect(try await context.fetch("unknown"), equals: nil, "unknown")
        let isDeleted = try await context.manager.delete("unknown", asOf: context.stamp())
        context.expect(!isDeleted, "delete says that there was a record")
      },
      ConformanceClause(
        "fetchOrInsert gives a new, empty record for an unknown key", .nothing
      ) { context in
        let before = context.clock.date
        let record = try await context.manager.fetchOrInsert("unknown")
        context.expect(record.updateDate == nil, "updateDate is set")
        context.expect(record.value == nil, "it has a value")
        let age = record.createDate.duration(since: before)
        context.expect(
          age > .zero - context.options.dateResolution && age < .minutes(1),
          "createDate is \(age) from now")
      },
      ConformanceClause("fetchOrInsert inserts the empty record") { context in
        let empty = try await context.manager.fetchOrInsert("new")
        let again = try await context.manager.fetchOrInsert("new")
        context.expect(again, equals: empty, "by fetchOrInsert again")
        context.expect(try await context.fetch("new"), equals: empty, "by fetch")
      },
      ConformanceClause("fetchOrInsert gives the record of a known key and leaves it") { context in
        let record = context.record(1)
        try await context.store(record, "known")
        context.expect(
          try await context.manager.fetchOrInsert("known"), equals: record, "by fetchOrInsert")
        context.expect(try await context.fetch("known"), equals: record, "by fetch")
      },
      ConformanceClause("what was stored is read again, by every way of reading") { context in
        let record = context.record(1)
        try await context.store(record, "a")
        context.expect(try await context.fetch("a"), equals: record, "a")
        context.expect(try await context.fetch("b"), equals: nil, "b")
      },
      ConformanceClause("what is not stored is answered with false", .noStorage) { context in
        let isStored = try await context.manager.updateIfNeeded(context.record(1), for: "a")
        context.expect(!isStored, "updateIfNeeded says that it stored a record")
        context.expect(try await context.fetch("a"), equals: nil, "a")
      },
      ConformanceClause("delete removes a record and says so") { context in
        try await context.store(context.record(1), "a")
        try await context.store(context.record(2), "b")
        let isDeleted = try await context.manager.delete("a", asOf: context.stamp())
        context.expect(isDeleted, "delete says that there was no record")
        context.expect(try await context.fetch("a"), equals: nil, "a")
        context.expect(try await context.fetch("b") != nil, "another key's record went too")
        let isDeletedAgain = try await context.manager.delete("a", asOf: context.stamp())
        context.expect(!isDeletedAgain, "a second delete says that there was a record")
      },
      ConformanceClause("a batch gives its answers in the order of its keys") { context in
        let one = context.record(1)
        let two = context.record(2)
        try await context.store(one, "one")
        try await context.store(two, CacheKey("two", in: "a.example"))
        let keys: [CacheKey] = ["none", CacheKey("two", in: "a.example"), "one", "one", "nothing"]
        let found = try await context.manager.fetch(keys)
        context.expect(found.count == keys.count, "\(found.count) answers for \(keys.count) keys")
        guard found.count == keys.count else { return }
        for (index, wanted) in [nil, two, one, one, nil].enumerated() {
          context.expect(found[index], equals: wanted, "at \(index)")
        }
        let none = try await context.manager.fetch([] as [CacheKey])
        context.expect(none.isEmpty, "a batch of no keys gave answers")
      },
      ConformanceClause("closing ends well, twice too, and later calls return") { context in
        try await context.store(context.record(1), "a")
        try await context.manager.close()
        try await context.manager.close()
        // They may throw.
        _ = try? await context.manager.fetch("a")
        _ = try? await context.manager.updateIfNeeded(context.record(2), for: "a")
        _ = try? await context.manager.delete("a", asOf: context.stamp())
        _ = context.manager.fetchIfReady("a")
        _ = context.manager.statistics
      },
    ]
  }
}
