/// What came of a call on a tier.
enum TierAttempt<Result: Sendable>: Sendable {
  case done(Result)
  case failed(CacheError)
  /// The tier is left alone for a while.
  case leftAlone

  /// The result, if there is one.
  var result: Result? {
    if case .done(let result) = self { result } else { nil }
  }
}

extension TieredCacheManager {
  /// Calls a tier unless it is left alone.
  ///
  /// A success after failures has what the tier missed made up for.
  func attempt<Result: Sendable>(
    _ tier: Tier<Value>, limit: TimeLimit = .unlimited,
    _ call: @escaping @Sendable () async throws(CacheError) -> Result
  ) async -> TierAttempt<Result> {
    // Where all is well and there is no limit, the tier is called with no further ado.
    guard tier.isHealthy || tier.admits(at: clock.now) else { return .leftAlone }
    do {
      let result =
        if let duration = limit.duration {
          try await withTimeLimit(duration, clock: clock, tier: tier.name, call)
        } else {
          try await call()
        }
      if !tier.isHealthy { recovered(tier) }
      return .done(result)
    } catch {
      report(error, of: tier)
      return .failed(error)
    }
  }

  /// Takes in a failure of a tier.
  func report(_ error: CacheError, of tier: Tier<Value>) {
    let change = tier.record(error, at: clock.now)
    // That a caller was cancelled is nothing that the tier did.
    if error.code != .cancelled { events?.emit(.tierFailed(tier: tier.name, error)) }
    if change == .opened { events?.emit(.breakerOpened(name: tier.name)) }
  }

  private func recovered(_ tier: Tier<Value>) {
    if tier.succeeded(at: clock.now) == .closed {
      events?.emit(.breakerClosed(name: tier.name))
    }
    // In a task of its own: whoever happens to come first does not wait for all that was missed.
    if tier.beginRecovery() { Task { await recover(tier) } }
  }

  /// Works off what a tier missed, until nothing is left or it fails again.
  private func recover(_ tier: Tier<Value>) async {
    while let work = tier.nextRecoveryWork() {
      for item in work {
        do throws(CacheError) {
          try await perform(item, in: tier)
          tier.updateBacklog { $0.done(item) }
        } catch {
          report(error, of: tier)
          guard error.isFinal else {
            tier.endRecovery()
            return
          }
          tier.updateBacklog { $0.giveUp(item) }
        }
      }
    }
  }

  private func perform(
    _ work: TierBacklog<Value>.Work, in tier: Tier<Value>
  ) async throws(CacheError) {
    let manager = tier.manager
    switch work {
    case .write(let key, let record):
      let written = await traffic.write(key, tags: record.tags, of: record.stamp, asOf: nil) {
        () async -> Result<Void, CacheError> in
        // A removal takes what it covers off the backlog before it is over.
        guard tier.isPending(record, for: key) else { return .success(()) }
        do throws(CacheError) {
          try await manager.updateIfNeeded(record, for: key, asOf: record.stamp)
          return .success(())
        } catch {
          return .failure(error)
        }
      }
      // Nil: being removed at this moment, and the removal sees to the tier.
      try written?.get()
    case .delete(let key, let stamp): try await manager.delete(key, asOf: stamp)
    case .remove(let scope, let stamp): try await manager.remove(scope, asOf: stamp)
    }
  }
}

extension TierBacklog {
  /// Takes off what the tier will never do: what it has in its place is bypassed.
  mutating func giveUp(_ work: Work) {
    done(work)
    switch work {
    case .write(let key, let record): missed(deletionOf: key, at: record.stamp)
    case .delete(let key, let stamp): missed(deletionOf: key, at: stamp, isHopeless: true)
    case .remove(let scope, let stamp): missed(removalOf: scope, at: stamp, isHopeless: true)
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

  /// Whether the same call would fail again, however healthy the tier.
  var isFinal: Bool {
    switch code {
    case .unsupported, .codec, .tooLarge: true
    default: false
    }
  }
}
