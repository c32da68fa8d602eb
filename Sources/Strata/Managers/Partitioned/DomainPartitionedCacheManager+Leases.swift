import Synchronization

extension DomainPartitionedCacheManager {
  typealias Lease = PartitionTable<Value>.Lease
  typealias Purpose = PartitionTable<Value>.Purpose

  /// The partition of a key, for the caller to use and then to release; nil when there is nothing to do:
  /// it is not open and need not be, or the write is refused.
  ///
  /// - Parameter requests: How many misses a failure counts as.
  func lease(
    for key: CacheKey, _ purpose: Purpose, requests: Int = 1
  ) async throws(CacheError) -> Lease? {
    do throws(CacheError) {
      let place = layout.place(ofDomain: key.domain)
      guard let lease = try await lease(place, purpose) else { return nil }
      table.withLock { $0.remember(key, lease) }
      return lease
    } catch {
      ledger.count(\.errors)
      ledger.count(\.misses, requests)
      throw error.concerning(key)
    }
  }

  func lease(
    _ place: PartitionLayout<Value>.Place, _ purpose: Purpose
  ) async throws(CacheError) -> Lease? {
    while true {
      switch table.withLock({ $0.lease(place, for: purpose) }) {
      case .use(let lease):
        noteTime(of: lease.token)
        return lease
      case .notOpen, .refused: return nil
      case .wait(let signal): try await signal.wait()
      case .open(let token, closing: let victims):
        for victim in victims { await finishClosing(victim) }
        return try open(token, place)
      case .closed:
        throw CacheError(.closed, tier: name, message: "the manager was closed")
      }
    }
  }

  /// Calls a partition and lets go of it.
  func using<Result>(
    _ lease: Lease, _ call: (any CacheManager<Value>) async throws(CacheError) -> Result
  ) async throws(CacheError) -> Result {
    let result: Result
    do throws(CacheError) {
      result = try await call(lease.manager)
    } catch {
      await release(lease)
      throw error
    }
    await release(lease)
    return result
  }

  func release(_ lease: Lease) async {
    lease.token.release()
    // All partitions were in use when one more was opened.
    let excess = table.withLock { $0.isOverLimit ? $0.takeExcess() : [] }
    for victim in excess { await finishClosing(victim) }
  }

  private func open(
    _ token: PartitionToken, _ place: PartitionLayout<Value>.Place
  ) throws(CacheError) -> Lease {
    let manager: any CacheManager<Value>
    do {
      if case .maker(let make)? = place.rule?.source {
        manager = try make(place.name)
      } else {
        manager = try makePartition(place.name)
      }
      try checkIsEmpty(manager, place.name)
    } catch {
      let failure = self.failure(of: place.name, error)
      table.withLock { $0.forget(token) }
      token.opened.finish(failure)
      throw failure
    }
    ledger.remember(manager.updateInterval, of: place.name)
    if place.rule?.updateInterval == nil { ledger.takeIn(manager.shortestUpdateInterval) }
    noteTime(of: token)
    table.withLock { $0.opened(token, manager) }
    // Once it is in the table: what is adopted from here on is handed to it by `adopt`.
    context.withLock { $0.hand(to: manager) }
    token.opened.finish()
    return Lease(token: token, manager: manager)
  }

  /// A transient partition that comes with records kept them while it was not open, and removals have not
  /// reached them.
  private func checkIsEmpty(
    _ manager: any CacheManager<Value>, _ partition: String
  ) throws(CacheError) {
    guard !storage.isPersistent, let count = manager.statistics.entryCount, count > 0 else {
      return
    }
    throw CacheError(
      .invalidConfiguration,
      message: "it came with \(count) records, though its storage is given as transient",
      hint: "give the storage as .persistent(names:)")
  }

  private func failure(of partition: String, _ error: any Error) -> CacheError {
    let known = error as? CacheError
    return CacheError(
      known?.code ?? .unavailable, tier: name, path: known?.path,
      message: "the partition \"\(partition)\" could not be opened", hint: known?.hint,
      underlying: error)
  }

  // MARK: Closing

  /// Closes a partition that nobody is let into any more, in a task of its own: a caller who is cancelled
  /// must not leave it half closed.
  func finishClosing(_ lease: Lease) async {
    _ = await Task { await self.closePartition(lease) }.value
  }

  /// - Returns: What closing it threw.
  func closePartition(_ lease: Lease) async -> CacheError? {
    try? await lease.token.drained.wait()
    var failure: CacheError?
    let statistics = lease.manager.statistics
    do { try await lease.manager.close() } catch { failure = error }
    ledger.retire(statistics)
    if failure != nil { ledger.count(\.errors) }
    table.withLock { $0.forget(lease.token) }
    lease.token.closed.finish()
    return failure
  }

  /// Closes all partitions, once the calls that use them have ended. Later calls throw `CacheError` with code
  /// `.closed`.
  ///
  /// - Throws: The first error that a partition throws; the others are closed none the less.
  public func close() async throws(CacheError) {
    let (closing, pending) = table.withLock { $0.closeAll() }
    let failures = await Task {
      var failures: [CacheError] = []
      for lease in closing {
        if let failure = await self.closePartition(lease) { failures.append(failure) }
      }
      // Those that were being opened are open now, or failed; those that were being closed are.
      for token in pending {
        try? await token.opened.wait()
        if let lease = self.table.withLock({ $0.closeIfOpen(token) }) {
          if let failure = await self.closePartition(lease) { failures.append(failure) }
        } else if self.table.withLock({ $0.holds(token) }) {
          try? await token.closed.wait()
        }
      }
      return failures
    }.value
    if let first = failures.first { throw first }
  }
}

extension CacheError {
  /// The same error, for a key.
  func concerning(_ key: CacheKey) -> CacheError {
    CacheError(
      code, tier: tier, key: key, path: path, message: message, hint: hint, underlying: underlying)
  }
}
