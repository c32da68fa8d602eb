import Strata

extension CacheManagerConformance {
  /// That it holds with many tasks at once.
  static func concurrencyClauses<Value>() -> [ConformanceClause<Value>] {
    [
      ConformanceClause("of records written by many tasks at once the newest stays") { context in
        for seed in context.seeds { try await checkWrites(context, seed) }
      },
      ConformanceClause("an unknown key asked for by many tasks at once has one empty record") {
        context in
        let records = try await withThrowingTaskGroup(of: CacheRecord<Value>.self) { group in
          for _ in 0..<16 { group.addTask { try await context.manager.fetchOrInsert("new") } }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        let found = try await context.fetch("new")
        context.expect(found != nil, "there is none at the end")
        context.expect(
          records.allSatisfy { $0.updateDate == nil }, "one of the records was filled")
      },
      ConformanceClause(
        "writes and removals by many tasks at once end as if done in the order of their stamps",
        .ledger
      ) { context in
        for seed in context.seeds.prefix(5) { try await checkRace(context, seed) }
      },
      ConformanceClause("a cancelled caller leaves all as it was, or done, and nothing broken") {
        context in
        for number in 0..<50 {
          let record = context.record(number)
          let key = CacheKey("\(number % 5)")
          let task = Task {
            if number.isMultiple(of: 2) { withUnsafeCurrentTask { $0?.cancel() } }
            try await context.manager.updateIfNeeded(record, for: key)
            _ = try await context.manager.fetch(key)
          }
          task.cancel()
          _ = await task.result
        }
        for number in 0..<5 {
          let record = context.record(number)
          try await context.store(record, CacheKey("\(number)"))
          context.expect(
            try await context.fetch(CacheKey("\(number)")), equals: record, "\(number)")
        }
      },
    ]
  }

  private static func checkWrites<Value>(
    _ context: ConformanceContext<Value>, _ seed: UInt64
  ) async throws {
    let key = CacheKey("writes \(seed)", in: "d\(seed % 2).example")
    let records = (0..<64).map { context.record($0) }
    try await withThrowingTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          var random = SeededRandom(seed: seed &+ UInt64(task))
          for index in records.indices.shuffled(using: &random) where index % 8 == task {
            let record = records[index]
            try await context.manager.updateIfNeeded(record, for: key)
            await Task.yield()
            let found = try await context.manager.fetch(key)
            context.expect(
              found.map { $0.stamp >= record.stamp } ?? false,
              "seed \(seed): a record older than one that was stored was read")
            _ = context.manager.fetchIfReady(key)
          }
        }
      }
      try await group.waitForAll()
    }
    context.expect(try await context.fetch(key), equals: records.last, "seed \(seed), at the end")
  }

  private static func checkRace<Value>(
    _ context: ConformanceContext<Value>, _ seed: UInt64
  ) async throws {
    let domain = "race\(seed).example"
    let key = CacheKey("k", in: domain)
    let canRemoveDomain = context.options.scopes.contains(.domain)
    // In the order of their stamps: writes, and now and then a removal.
    var random = SeededRandom(seed: seed)
    let operations = (0..<48).map { number -> (record: CacheRecord<Value>, isRemoval: Bool) in
      (context.record(number), Int.random(in: 0..<6, using: &random) == 0)
    }
    let shuffled = operations.shuffled(using: &random)
    try await withThrowingTaskGroup { group in
      for task in 0..<6 {
        group.addTask {
          for index in stride(from: task, to: shuffled.count, by: 6) {
            let (record, isRemoval) = shuffled[index]
            if !isRemoval {
              try await context.manager.updateIfNeeded(record, for: key)
            } else if canRemoveDomain, index.isMultiple(of: 2) {
              try await context.manager.remove(.domain(domain), asOf: record.stamp)
            } else {
              try await context.manager.delete(key, asOf: record.stamp)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let last = operations.last
    let lastWrite = operations.last { !$0.isRemoval }?.record
    context.expect(
      try await context.fetch(key), equals: last?.isRemoval == true ? nil : lastWrite,
      "seed \(seed)")
  }
}
