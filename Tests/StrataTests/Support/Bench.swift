import StrataTesting

@testable import Strata

/// A cache over tiers with a manual clock and a scripted origin: what most tests of the core stand on.
struct Bench: Sendable {
  let time: ManualClock
  let origin = TestOrigin()
  let memory: MemoryCacheManager<String>
  let stack: TieredCacheManager<String>
  let cache: Cache<String>

  /// - Parameters:
  ///   - lower: Tiers below the memory.
  ///   - settings: Changes the settings: a day fresh, no jitter, no pause after failures, no grace.
  init(
    time: ManualClock = ManualClock(), limits: LoadLimits = LoadLimits(),
    breaker: CircuitBreaker.Limits? = nil, random: Double = 1,
    memory: MemoryLimits = MemoryLimits(),
    lower: [Tier<String>] = [],
    settings change: (inout CacheSettings) -> Void = { _ in }
  ) {
    self.time = time
    let clock = time.clock
    self.memory = MemoryCacheManager(limits: memory, shards: 1, clock: clock)
    let top = self.memory
    stack = TieredCacheManager(clock: clock) {
      top
      lower
    }
    cache = Cache(
      stack, policy: Bench.policy(change), limits: limits, breaker: breaker, clock: clock,
      sweepInterval: nil, random: { random }, loadingWith: { [origin] in try await origin.load($0) }
    )
  }

  static func policy(_ change: (inout CacheSettings) -> Void) -> ExpiryPolicy {
    var settings = CacheSettings(updateInterval: .days(1))
    settings.jitter = 0
    settings.retryPause = .zero
    settings.hardTimeLimit = .unlimited
    change(&settings)
    // Tests give settings within their ranges.
    return (try? ExpiryPolicy(defaults: settings)) ?? .linkPreviews
  }
}

extension Cache where Value == String {
  /// What the cache answers with: value and whether it is stale, or the code of the error.
  func outcome(_ key: CacheKey, mode: ReadMode = .automatic, options: CacheOptions? = nil) async
    -> Outcome
  {
    do throws(CacheError) {
      let answer = try await answer(for: key, mode: mode, options: options)
      guard let value = answer.value else { return .failed(.absent) }
      return answer.staleReason.map { .stale(value, $0) } ?? .fresh(value)
    } catch {
      return .failed(error.code)
    }
  }

  enum Outcome: Hashable, Sendable {
    case fresh(String)
    case stale(String, StaleReason)
    case failed(CacheError.Code)
  }
}

extension TieredCacheManager {
  /// The value that the stack has for a key, whatever its age.
  func stored(_ key: CacheKey) async -> Value? {
    (try? await fetch(key))?.flatMap { $0.value }
  }
}

extension CacheRecord where Value == String {
  static func filled(
    _ value: String, at stamp: Stamp? = nil, tags: [String] = [], clock: CacheClock
  ) -> CacheRecord {
    CacheRecord(value: value, stamp: stamp ?? clock.nextStamp(), tags: tags, clock: clock)
  }
}
