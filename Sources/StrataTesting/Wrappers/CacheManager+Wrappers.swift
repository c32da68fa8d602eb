public import Strata

extension CacheManager {
  /// This manager with calls failing as `failures` says.
  ///
  /// ```swift
  /// let failures = FailureSwitch()
  /// let disk = MemoryCacheManager<String>().failing(by: failures)
  /// failures.failAll(CacheError(.full, message: "no space left"))
  /// ```
  public func failing(by failures: FailureSwitch) -> InterceptedCacheManager<Value> {
    InterceptedCacheManager(self) { (call) throws(CacheError) in
      if let error = failures.error(for: call) { throw error }
    }
  }

  /// This manager with calls held at gates: before they reach it, or after they did and before the caller
  /// knows. A cancelled caller is held as well, as by a disk.
  ///
  /// - Parameters:
  ///   - kinds: The calls that are held. Default: all.
  ///   - before: Where they are held on their way in; nil does not hold them.
  ///   - after: Where they are held on their way out; nil does not hold them.
  public func held(
    _ kinds: Set<ManagerCall.Kind> = Set(ManagerCall.Kind.allCases), before: Gate? = nil,
    after: Gate? = nil
  ) -> InterceptedCacheManager<Value> {
    InterceptedCacheManager(
      self,
      before: { (call) async throws(CacheError) in
        if kinds.contains(call.kind) { await before?.passUncancelled() }
      },
      after: { (call) async throws(CacheError) in
        if kinds.contains(call.kind) { await after?.passUncancelled() }
      })
  }

  /// This manager with its calls noted.
  public func counting(into log: CallLog) -> InterceptedCacheManager<Value> {
    InterceptedCacheManager(self, offersReady: true) { (call) throws(CacheError) in log.note(call) }
  }

  /// This manager with calls that fail at random, some after they were done, and that are shuffled among
  /// those of other tasks; the same for the same seed and order of calls.
  ///
  /// - Parameters:
  ///   - seed: What the random numbers come from.
  ///   - failureShare: The share of calls, 0 to 1, that throw `.inputOutput`. Half of them are done all the
  ///     same. Closing never fails.
  public func chaotic(
    seed: UInt64, failureShare: Double = 0.2
  ) -> InterceptedCacheManager<Value> {
    let chaos = Chaos(seed: seed, failureShare: failureShare / 2)
    return InterceptedCacheManager(
      self,
      before: { (call) async throws(CacheError) in try await chaos.strike(call) },
      after: { (call) async throws(CacheError) in try await chaos.strike(call) })
  }
}
