import Synchronization

/// Get-or-load over a stack: answers what is fresh, loads what is not once for all who ask, and falls back
/// on the last good value when the load fails.
///
/// ```swift
/// let stack = TieredCacheManager<Forecast> {
///   MemoryCacheManager()
///   try LMDBCacheManager(directory: "/var/cache/forecasts")
/// }
/// let forecasts = Cache(stack, policy: ExpiryPolicy(updateInterval: .minutes(15))) { key in
///   try await download(key.text)
/// }
/// let forecast = try await forecasts.value(for: "oslo")
/// ```
///
/// ## Guarantees
/// - One load per key at a time, whatever the number of callers. It runs in a task of the cache's own: a
///   caller who is cancelled leaves, and the others get their value.
/// - Freshness is decided when reading, from the record, the policy and the clock: a policy that is replaced
///   acts at once on what is stored.
/// - A removal reaches entries, loads under way and all tiers, and is over when it returns: a load or read
///   that began before brings nothing back.
/// - A failing tier is a miss, a failing load falls back on the last good value for the grace period.
///
/// The load may be called later and from another task than the caller's, for a refresh behind: it must not
/// rely on the caller's scope.
///
/// ## Cost
/// A fresh hit in the top tier suspends nowhere, takes one short lock and allocates nothing.
public final class Cache<Value: Sendable>: Sendable {
  /// Loads a value; see `LoadResult` for the ways in which it may end.
  public typealias Loader =
    @Sendable (LoadContext<Value>) async throws -> LoadResult<Value>

  /// Loads many values at once; each key has a result of its own.
  ///
  /// A key that is left out counts as one that the origin has no value for. Values of keys that were not
  /// asked for are stored as well.
  public typealias BulkLoader =
    @Sendable ([LoadContext<Value>]) async throws -> [CacheKey: Result<
      LoadResult<Value>, any Error
    >]

  /// The policy, which can be replaced while running.
  public let policyReference: PolicyReference
  /// What the cache decides, for those who listen.
  public let events = CacheEvents()
  /// Reads the clock, the stamps, and sleeps.
  public let clock: CacheClock

  let origin: Origin<Value>
  let flights = FlightTable<Value>()
  let health: OriginHealth
  let gate: LoadGate
  let limits: LoadLimits
  let scheduler: ExpiryScheduler
  let random: @Sendable () -> Double
  let counters = LoadCounters()
  @usableFromInline let reader: FreshReader
  private let setup: Mutex<Setup<Value>>
  private let sweeper = Mutex<Sweeper?>(nil)

  /// - Parameters:
  ///   - stack: Where records are kept: a stack or a single manager.
  ///   - policy: How long records live.
  ///   - limits: How many loads run at once.
  ///   - breaker: When the origin of a domain is left alone; nil for never. Default: after 5 passing
  ///     failures in a row, for 30 s.
  ///   - sweepInterval: How often dead records are removed from tiers that do not do so by themselves; nil
  ///     leaves it to calls of `sweep`. Default: one minute.
  ///   - random: Numbers from 0 to 1, for the pauses after failures; 1 makes each as long as it can be.
  ///   - load: Asks the origin.
  public convenience init(
    _ stack: any CacheManager<Value>, policy: ExpiryPolicy, limits: LoadLimits = LoadLimits(),
    breaker: CircuitBreaker.Limits? = CircuitBreaker.Limits(), clock: CacheClock = .system,
    sweepInterval: Duration? = .minutes(1),
    random: @escaping @Sendable () -> Double = { .random(in: 0...1) },
    loadingWith load: @escaping Loader
  ) {
    self.init(
      stack, policy: policy, limits: limits, breaker: breaker, clock: clock,
      sweepInterval: sweepInterval, random: random, origin: .single(load))
  }

  /// A cache whose origin is asked for many keys at once where a call asks for many, and otherwise for one.
  ///
  /// - Parameter loadAll: Asks the origin. What it throws is the error of each of the keys.
  // Where a closure fits both, it is for single keys.
  @_disfavoredOverload
  public convenience init(
    _ stack: any CacheManager<Value>, policy: ExpiryPolicy, limits: LoadLimits = LoadLimits(),
    breaker: CircuitBreaker.Limits? = CircuitBreaker.Limits(), clock: CacheClock = .system,
    sweepInterval: Duration? = .minutes(1),
    random: @escaping @Sendable () -> Double = { .random(in: 0...1) },
    loadingAllWith loadAll: @escaping BulkLoader
  ) {
    self.init(
      stack, policy: policy, limits: limits, breaker: breaker, clock: clock,
      sweepInterval: sweepInterval, random: random, origin: .bulk(loadAll))
  }

  init(
    _ stack: any CacheManager<Value>, policy: ExpiryPolicy, limits: LoadLimits,
    breaker: CircuitBreaker.Limits?, clock: CacheClock, sweepInterval: Duration?,
    random: @escaping @Sendable () -> Double, origin: Origin<Value>
  ) {
    policyReference = PolicyReference(policy)
    self.clock = clock
    self.origin = origin
    self.limits = limits
    self.random = random
    health = OriginHealth(breaker: breaker)
    gate = LoadGate(limits)
    scheduler = ExpiryScheduler(clock: clock)
    let setup = Setup(stack, clock: clock)
    self.setup = Mutex(setup)
    reader = FreshReader(setup.stack, policy: policyReference, clock: clock)
    adopt(setup.stack)
    if let sweepInterval { startSweeper(each: sweepInterval) }
  }

  /// A cache whose load returns a value or throws.
  public convenience init(
    _ stack: any CacheManager<Value>, policy: ExpiryPolicy, limits: LoadLimits = LoadLimits(),
    breaker: CircuitBreaker.Limits? = CircuitBreaker.Limits(), clock: CacheClock = .system,
    sweepInterval: Duration? = .minutes(1),
    load: @escaping @Sendable (CacheKey) async throws -> Value
  ) {
    self.init(
      stack, policy: policy, limits: limits, breaker: breaker, clock: clock,
      sweepInterval: sweepInterval
    ) { context in
      .value(try await load(context.key))
    }
  }

  /// A cache whose load takes many keys and returns their values; one left out counts as absent.
  ///
  /// ```swift
  /// let users = Cache(stack, policy: policy, loadAll: { keys in
  ///   try await database.users(withNames: keys.map(\.text))
  /// })
  /// let results = await users.values(for: keys)
  /// ```
  @_disfavoredOverload
  public convenience init(
    _ stack: any CacheManager<Value>, policy: ExpiryPolicy, limits: LoadLimits = LoadLimits(),
    breaker: CircuitBreaker.Limits? = CircuitBreaker.Limits(), clock: CacheClock = .system,
    sweepInterval: Duration? = .minutes(1),
    loadAll: @escaping @Sendable ([CacheKey]) async throws -> [CacheKey: Value]
  ) {
    self.init(
      stack, policy: policy, limits: limits, breaker: breaker, clock: clock,
      sweepInterval: sweepInterval,
      loadingAllWith: { contexts in
        try await loadAll(contexts.map(\.key)).mapValues { .success(.value($0)) }
      })
  }

  deinit {
    events.finish()
  }

  /// The stack; setting another one acts from the next call on.
  ///
  /// The former stack is not closed; its top tier is released with the cache.
  public var stack: any CacheManager<Value> {
    get { setup.withLock { $0.given } }
    set {
      let next = Setup(newValue, clock: clock)
      adopt(next.stack)
      setup.withLock { $0 = next }
      reader.replace(with: next.stack)
    }
  }

  /// The policy; setting another one acts at once, also on what is stored.
  public var policy: ExpiryPolicy {
    get { policyReference.current }
    set {
      policyReference.replace(with: newValue)
      events.emit(.policyReplaced)
    }
  }

  var currentStack: TieredCacheManager<Value> { setup.withLock { $0.stack } }

  /// The settings that hold for a key.
  public func settings(for key: CacheKey, options: CacheOptions? = nil) -> CacheSettings {
    let settings = policyReference.settings(
      for: key, managerInterval: currentStack.updateInterval(for: key))
    return options.map { settings.applying($0) } ?? settings
  }

  private func startSweeper(each interval: Duration) {
    let sweeper = Sweeper(scheduler, clock: clock, interval: interval) { [weak self] limit in
      // What fails is counted and reported by the tier.
      (try? await self?.sweep(limit: limit)) ?? 0
    }
    self.sweeper.withLock { $0 = sweeper }
  }

  private func adopt(_ stack: TieredCacheManager<Value>) {
    stack.adopt(policyReference)
    stack.attach(events)
  }
}
