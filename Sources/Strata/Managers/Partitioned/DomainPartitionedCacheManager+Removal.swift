import Synchronization

extension DomainPartitionedCacheManager {
  /// Removes a scope from all partitions that may have records of it: for a domain from its own, for the
  /// rest from all, with those that are stored and not open, which are opened for it one after the other.
  ///
  /// - Throws: The first error that a partition throws, after the others were done.
  public func remove(_ scope: RemovalScope, asOf stamp: Stamp) async throws(CacheError) {
    // Noted first: a partition opened from here on takes no write that began before.
    let open = table.withLock { table in
      table.note(scope, at: stamp)
      return table.names
    }
    var places: [PartitionLayout<Value>.Place]
    var firstError: CacheError?
    if case .domain(let domain) = scope {
      places = [layout.place(ofDomain: domain)]
    } else {
      var names = Set(open)
      do { names.formUnion(try storage.names(for: name)) } catch { firstError = error }
      places = names.sorted().map { layout.place(named: $0) }
    }
    for place in places {
      do { try await remove(scope, from: place, asOf: stamp) } catch {
        firstError = firstError ?? error
      }
    }
    if let firstError {
      ledger.count(\.errors)
      throw firstError
    }
  }

  private func remove(
    _ scope: RemovalScope, from place: PartitionLayout<Value>.Place, asOf stamp: Stamp
  ) async throws(CacheError) {
    guard let lease = try await lease(place, storage.isPersistent ? .any : .existing) else {
      return
    }
    try await using(lease) { manager throws(CacheError) in
      do throws(CacheError) {
        try await manager.remove(scope, asOf: stamp)
      } catch {
        // A manager that knows nothing of domains can do it where it has but one.
        guard error.code == .unsupported, case .domain(let domain) = scope,
          layout.isExclusive(place, to: domain)
        else { throw error }
        try await manager.remove(.everything, asOf: stamp)
      }
    }
  }

  /// Sweeps all open partitions, then closes those that are idle for longer than the limit.
  ///
  /// - Throws: The first error that a partition throws, after the others were done.
  @discardableResult
  public func sweep(limit: Int) async throws(CacheError) -> Int {
    var swept = 0
    var firstError: CacheError?
    if let idleLimit {
      let moment = clock.now.advanced(by: .zero - idleLimit)
      for victim in table.withLock({ $0.takeIdle(since: moment) }) { await finishClosing(victim) }
    }
    for name in table.withLock({ $0.names }) where swept < limit {
      guard let lease = table.withLock({ $0.peek(name) }) else { continue }
      do throws(CacheError) {
        let rest = limit - swept
        swept += try await using(lease) { manager throws(CacheError) in
          try await manager.sweep(limit: rest)
        }
      } catch {
        firstError = firstError ?? error
      }
    }
    if let firstError { throw firstError }
    return swept
  }

  /// Shows what the open partitions hold of a scope.
  ///
  /// - Throws: The error of a partition that cannot list.
  public func forEachEntry(
    in scope: RemovalScope, _ body: @Sendable (EntryInfo) -> Bool
  ) async throws(CacheError) {
    let isOver = Mutex(false)
    for name in table.withLock({ $0.names }) {
      guard let lease = table.withLock({ $0.peek(name) }) else { continue }
      try await using(lease) { manager throws(CacheError) in
        try await manager.forEachEntry(in: scope) { entry in
          if body(entry) { return true }
          isOver.withLock { $0 = true }
          return false
        }
      }
      if isOver.withLock({ $0 }) { return }
    }
  }

  public func adopt(_ policy: PolicyReference) {
    context.withLock { context in
      context.policy = policy
      for lease in leaseAll() {
        lease.manager.adopt(policy)
        lease.token.release()
      }
    }
  }

  public func attach(_ events: CacheEvents) {
    context.withLock { context in
      context.events = events
      for lease in leaseAll() {
        lease.manager.attach(events)
        lease.token.release()
      }
    }
  }

  /// Sums over all partitions, closed ones included; `parts` are the open ones, by name, and `(none)` for
  /// keys without a domain.
  public var statistics: CacheStatistics {
    var sum = ledger.counters
    sum.name = name
    sum.entryCount = 0
    sum.byteCount = 0
    for lease in leaseAll() {
      var part = lease.manager.statistics
      lease.token.release()
      sum.add(counters: part)
      sum.entryCount = Self.add(sum.entryCount, part.entryCount)
      sum.byteCount = Self.add(sum.byteCount, part.byteCount)
      part.name = lease.token.name.isEmpty ? "(none)" : lease.token.name
      sum.parts.append(part)
    }
    // Records of stored partitions that are not open are not known.
    if storage.isPersistent { (sum.entryCount, sum.byteCount) = (nil, nil) }
    sum.parts.sort { $0.name < $1.name }
    return sum
  }

  private static func add(_ sum: Int?, _ part: Int?) -> Int? {
    guard let sum, let part else { return nil }
    return sum.addingSaturating(part)
  }

  /// All open partitions; the caller releases each. It does not count as a use.
  private func leaseAll() -> [Lease] {
    table.withLock { table in table.names.compactMap { table.peek($0) } }
  }
}
