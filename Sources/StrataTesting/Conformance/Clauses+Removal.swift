import Strata

extension CacheManagerConformance {
  /// That removals reach what they are for, and are not undone.
  static func removalClauses<Value>() -> [ConformanceClause<Value>] {
    scopeClauses() + ledgerClauses()
  }

  private static func scopeClauses<Value>() -> [ConformanceClause<Value>] {
    [
      ConformanceClause("removing everything leaves nothing", .removal(.everything)) {
        context in
        let keys: [CacheKey] = [
          "a", CacheKey("b", in: "b.example"), CacheKey("c", in: "c.example"),
        ]
        for key in keys { try await context.store(context.record(1), key) }
        _ = try await context.manager.fetchOrInsert("empty")
        try await context.manager.removeAll(asOf: context.stamp())
        for key in keys + ["empty"] {
          context.expect(try await context.fetch(key), equals: nil, "\(key)")
        }
        try await context.store(context.record(2), "a")
      },
      ConformanceClause(
        "removing a domain takes all of it and nothing else", .removal(.domain)
      ) { context in
        let inside = (0..<3).map { CacheKey("\($0)", in: "b.example") }
        let outside: [CacheKey] = [
          "b.example", "b.example:0x", CacheKey("0", in: "a.b.example"),
          CacheKey("0", in: "b.example.org"), CacheKey("0", in: "xb.example"),
          CacheKey("b.example", in: "c"),
        ]
        for key in inside + outside { try await context.store(context.record(1), key) }
        try await context.manager.removeAll(inDomain: "b.example", asOf: context.stamp())
        for key in inside {
          context.expect(try await context.fetch(key), equals: nil, "\(key)")
        }
        for key in outside {
          context.expect(try await context.fetch(key) != nil, "\(key) was removed too")
        }
        try await context.manager.removeAll(inDomain: "unknown.example", asOf: context.stamp())
      },
      ConformanceClause(
        "removing a tag takes what carries it now and nothing else", .removal(.tag)
      ) { context in
        try await context.store(context.record(1, tags: ["x", "y"]), "both")
        try await context.store(context.record(2, tags: ["y"]), CacheKey("one", in: "a.example"))
        try await context.store(context.record(3, tags: ["xy", "X", ""]), "other")
        try await context.store(context.record(4, tags: ["x"]), "changed")
        try await context.store(context.record(5, tags: ["z"]), "changed")
        try await context.manager.remove(.tag("x"), asOf: context.stamp())
        context.expect(try await context.fetch("both"), equals: nil, "both")
        for key in [CacheKey("one", in: "a.example"), "other", "changed"] as [CacheKey] {
          context.expect(try await context.fetch(key) != nil, "\(key) was removed too")
        }
        try await context.manager.remove(.tag("y"), asOf: context.stamp())
        context.expect(
          try await context.fetch(CacheKey("one", in: "a.example")), equals: nil, "one")
      },
      ConformanceClause(
        "removing leaves what is newer than its stamp",
        .anyRemoval
      ) { context in
        let key = CacheKey("a", in: "a.example")
        let before = context.stamp()
        let record = context.record(1, tags: ["t"])
        try await context.store(record, key)
        for scope in context.offeredScopes(domain: "a.example", tag: "t") {
          try await context.manager.remove(scope, asOf: before)
          context.expect(try await context.fetch(key), equals: record, "after \(scope)")
        }
      },
      ConformanceClause(
        "a removal that is not offered throws .unsupported",
        .missingRemoval
      ) { context in
        let offered = context.offeredScopes(domain: "d", tag: "t")
        for scope in [RemovalScope.everything, .domain("d"), .tag("t")]
        where !offered.contains(scope) {
          do throws(CacheError) {
            try await context.manager.remove(scope, asOf: context.stamp())
            context.note("\(scope) does not throw")
          } catch  where error.code == .unsupported {
          } catch {
            context.note("\(scope) throws \(error)")
          }
        }
      },
    ]
  }

  private static func ledgerClauses<Value>() -> [ConformanceClause<Value>] {
    [
      ConformanceClause(
        "a write begun before a removal is refused, whether there was a record or not",
        .ledger
      ) { context in
        for isStored in [true, false] {
          for removal in 0...3 {
            let key = CacheKey("\(isStored) \(removal)", in: "a.example")
            let early = context.record(1, tags: ["t"])
            let began = context.stamp()
            if isStored { try await context.store(context.record(2, tags: ["t"]), key) }
            let scopes = context.offeredScopes(domain: "a.example", tag: "t")
            if removal == 0 {
              try await context.manager.delete(key, asOf: context.stamp())
            } else if removal <= scopes.count {
              try await context.manager.remove(scopes[removal - 1], asOf: context.stamp())
            } else {
              continue
            }
            let name = removal == 0 ? "delete" : "remove \(scopes[removal - 1])"
            // A load that began before, and a backfill of an older record.
            for moment in [early.stamp, began] {
              let isTaken = try await context.manager.updateIfNeeded(
                early, for: key, asOf: moment)
              context.expect(!isTaken, "after \(name) an older write was stored")
            }
            context.expect(try await context.fetch(key), equals: nil, "after \(name)")
          }
        }
      },
      ConformanceClause("a write begun after a removal is stored") { context in
        for scope in [nil] + context.offeredScopes(domain: "a.example", tag: "t").map(Optional.init)
        {
          let key = CacheKey("a", in: "a.example")
          let old = context.record(1, tags: ["t"])
          if let scope {
            try await context.manager.remove(scope, asOf: context.stamp())
          } else {
            try await context.manager.delete(key, asOf: context.stamp())
          }
          // A backfill of an older record, which began after the removal.
          let isBackfilled = try await context.manager.updateIfNeeded(
            old, for: key, asOf: context.stamp())
          context.expect(isBackfilled, "a backfill begun after was refused")
          let record = context.record(2, tags: ["t"])
          try await context.store(record, key)
          context.expect(try await context.fetch(key), equals: record, "\(key)")
        }
      },
    ]
  }
}

extension ConformanceContext {
  /// The removals that the manager offers.
  func offeredScopes(domain: String, tag: String) -> [RemovalScope] {
    var scopes: [RemovalScope] = []
    if options.scopes.contains(.everything) { scopes.append(.everything) }
    if options.scopes.contains(.domain) { scopes.append(.domain(domain)) }
    if options.scopes.contains(.tag) { scopes.append(.tag(tag)) }
    return scopes
  }
}
