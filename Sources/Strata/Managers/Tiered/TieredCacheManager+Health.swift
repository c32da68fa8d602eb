extension TieredCacheManager {
  /// Calls a tier unless it is left alone; nil when it is, or fails, or takes too long.
  ///
  /// A success after failures works off what the tier missed.
  func attempt<Result: Sendable>(
    _ tier: Tier<Value>, limit: TimeLimit = .unlimited,
    _ call: @escaping @Sendable () async throws(CacheError) -> Result
  ) async -> Result? {
    // Where all is well and there is no limit, the tier is called with no further ado.
    guard tier.isHealthy || tier.admits(at: clock.now) else { return nil }
    do {
      let result =
        if let duration = limit.duration {
          try await withTimeLimit(duration, clock: clock, tier: tier.name, call)
        } else {
          try await call()
        }
      if !tier.isHealthy { await recovered(tier) }
      return result
    } catch {
      report(error, of: tier)
      return nil
    }
  }

  /// Takes in a failure of a tier.
  func report(_ error: CacheError, of tier: Tier<Value>) {
    let outcome: CircuitBreaker.Outcome = error.isFaultOfTier ? .failure : .neutral
    let change = tier.record(outcome, at: clock.now)
    events?.emit(.tierFailed(tier: tier.name, error))
    if change == .opened { events?.emit(.breakerOpened(name: tier.name)) }
  }

  private func recovered(_ tier: Tier<Value>) async {
    if tier.record(.success, at: clock.now) == .closed {
      events?.emit(.breakerClosed(name: tier.name))
    }
    while let work = tier.beginRecovery() {
      var done: [TierBacklog<Value>.Work] = []
      for item in work {
        do {
          try await repeatWork(item, in: tier.manager)
          done.append(item)
        } catch {
          report(error, of: tier)
          break
        }
      }
      tier.endRecovery(done: done)
      if done.count < work.count { return }
    }
  }

  private func repeatWork(
    _ work: TierBacklog<Value>.Work, in manager: any CacheManager<Value>
  ) async throws(CacheError) {
    switch work {
    case .write(let key, let record):
      try await manager.updateIfNeeded(record, for: key, asOf: record.stamp)
    case .delete(let key, let stamp):
      try await manager.delete(key, asOf: stamp)
    case .remove(let scope, let stamp):
      try await manager.remove(scope, asOf: stamp)
    }
  }
}

extension CacheError {
  /// Whether the error speaks of the tier's health, and not of the one record or of the caller.
  var isFaultOfTier: Bool {
    switch code {
    case .unsupported, .codec, .tooLarge, .cancelled, .corrupted: false
    default: true
    }
  }
}
