import Strata
import Synchronization

/// What is done with a store in one run and must be found in the next: each clause works on the store as
/// the one before has left it.
struct PersistencePlan<Value: Sendable & Equatable>: Sendable {
  private final class Memory: Sendable {
    let records = Mutex<[(CacheKey, CacheRecord<Value>)]>([])
    var all: [(CacheKey, CacheRecord<Value>)] { records.withLock { $0 } }
  }

  let clauses: [ConformanceClause<Value>]

  init(
    values: ConformanceValues<Value>, options: ConformanceOptions, clock: CacheClock
  ) {
    let memory = Memory()
    let canRemove = options.scopes
    clauses = [
      ConformanceClause("a new store is empty and takes records") { context in
        context.expect(try await context.fetch("odd"), equals: nil, "odd")
        var records = CacheManagerConformance.oddKeys.enumerated().map {
          ($1, context.record($0))
        }
        records += context.variety().enumerated().map { (CacheKey("variety \($0)"), $1) }
        records += (0..<4).map { number in
          (CacheKey("\(number)", in: "d\(number % 2).example"), context.record(number, tags: ["t"]))
        }
        if let sized = values.sized {
          let record = CacheRecord(value: sized(300_000), stamp: context.stamp(), clock: clock)
          records.append(("big", record))
        }
        for (key, record) in records { try await context.store(record, key) }
        memory.records.withLock { $0 = records }
      },
      ConformanceClause("records are there again after the store was opened anew") { context in
        for (key, record) in memory.all {
          context.expect(try await context.fetch(key), equals: record, context.name(of: key))
        }
      },
      ConformanceClause("newer wins over what was stored in an earlier run") { context in
        for (key, record) in memory.all.prefix(5) {
          let older = context.record(0, stamp: Stamp(rawValue: record.stamp.rawValue - 1))
          let isStored = try await context.manager.updateIfNeeded(
            older, for: key, asOf: context.stamp())
          context.expect(!isStored, "\(context.name(of: key)) was replaced by an older record")
          try await context.store(context.record(999), key)
        }
      },
      ConformanceClause("what replaced a record is there after the store was opened anew") {
        context in
        for (key, _) in memory.all.prefix(5) {
          let value = try await context.fetch(key)?.value
          context.expect(value == values.make(999), "\(context.name(of: key)) has an older value")
          try await context.manager.delete(key, asOf: context.stamp())
        }
        if canRemove.contains(.domain) {
          try await context.manager.removeAll(inDomain: "d0.example", asOf: context.stamp())
        }
      },
      ConformanceClause("what was removed is gone after the store was opened anew") { context in
        for (key, _) in memory.all.prefix(5) {
          context.expect(try await context.fetch(key), equals: nil, context.name(of: key))
        }
        if canRemove.contains(.domain) {
          for (key, record) in memory.all where key.domain?.hasSuffix(".example") == true {
            context.expect(
              try await context.fetch(key), equals: key.domain == "d0.example" ? nil : record,
              context.name(of: key))
          }
        }
        if canRemove.contains(.tag) {
          try await context.manager.remove(.tag("t"), asOf: context.stamp())
          let key = CacheKey("1", in: "d1.example")
          context.expect(try await context.fetch(key), equals: nil, "a record by its tag")
        }
        if canRemove.contains(.everything) {
          try await context.manager.removeAll(asOf: context.stamp())
        }
      },
      ConformanceClause("an emptied store is empty after it was opened anew") { context in
        guard canRemove.contains(.everything) else { return }
        for (key, _) in memory.all {
          context.expect(try await context.fetch(key), equals: nil, context.name(of: key))
        }
      },
    ]
  }
}
