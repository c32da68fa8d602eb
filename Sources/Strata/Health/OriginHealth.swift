import Synchronization

/// What is known of an origin's health: pauses by key, circuit breakers by domain. Bounded; what is
/// forgotten first costs a request too many, never a wrong answer.
final class OriginHealth: Sendable {
  private struct State {
    var throttles: [CacheKey: RetryThrottle] = [:]
    var breakers: [String: CircuitBreaker] = [:]
  }

  private let state = Mutex(State())
  private let limits: CircuitBreaker.Limits?
  private let bound: Int
  // So that a miss with nothing wrong anywhere takes no lock.
  private let isTroubled = Atomic<Bool>(false)

  init(breaker limits: CircuitBreaker.Limits?, bound: Int = 10_000) {
    self.limits = limits
    self.bound = bound
  }

  /// Why the origin is left alone for this key; nil when it is not.
  func pause(for key: CacheKey, at now: MonotonicInstant) -> OriginPause? {
    guard isTroubled.load(ordering: .acquiring) else { return nil }
    let domain = key.domain
    return state.withLock { state in
      if let throttle = state.throttles[key], throttle.isActive(at: now) { return throttle.pause }
      if let domain, let breaker = state.breakers[domain], breaker.isOpen(at: now) {
        return .breaker(domain: domain)
      }
      return nil
    }
  }

  /// Whether a load may be made now: the one probe of an open breaker, or any of a closed one.
  func admits(_ key: CacheKey, at now: MonotonicInstant) -> Bool {
    guard isTroubled.load(ordering: .acquiring), let domain = key.domain else { return true }
    return state.withLock { $0.breakers[domain]?.admits(at: now) ?? true }
  }

  /// The origin answered for a key.
  func succeeded(_ key: CacheKey, at now: MonotonicInstant) -> CircuitBreaker.Change? {
    guard isTroubled.load(ordering: .acquiring) else { return nil }
    return update(key) { state, domain in
      state.throttles[key] = nil
      guard let domain, var breaker = state.breakers[domain] else { return nil }
      let change = breaker.record(.success, at: now)
      state.breakers[domain] = breaker.isPristine ? nil : breaker
      return change
    }
  }

  /// The load ended in a way that says nothing about the origin.
  func ended(_ key: CacheKey, at now: MonotonicInstant) {
    guard isTroubled.load(ordering: .acquiring) else { return }
    _ = update(key) { state, domain in
      guard let domain else { return nil }
      return state.breakers[domain]?.record(.neutral, at: now)
    }
  }

  /// The load failed in a way that may pass.
  ///
  /// - Parameter countsForBreaker: False where one call for many keys failed, and was counted for another.
  func failed(
    _ key: CacheKey, _ reason: String, _ settings: CacheSettings, retryAfter: Duration?,
    random: Double, countsForBreaker: Bool = true, at now: MonotonicInstant
  ) -> CircuitBreaker.Change? {
    let limits = limits
    let bound = bound
    return update(key) { state, domain in
      Self.makeRoom(in: &state.throttles, bound: bound) { !$0.isActive(at: now) }
      var throttle = state.throttles[key] ?? RetryThrottle(at: now)
      throttle.fail(reason, settings, retryAfter: retryAfter, random: random, at: now)
      state.throttles[key] = throttle
      guard countsForBreaker, let domain, let limits else { return nil }
      Self.makeRoom(in: &state.breakers, bound: bound) { !$0.isOpen(at: now) }
      return state.breakers[domain, default: CircuitBreaker(limits)].record(.failure, at: now)
    }
  }

  /// A definite failure beside a value that is kept: the origin is not asked again for a while.
  func hold(_ key: CacheKey, _ absence: Absence, for pause: Duration, at now: MonotonicInstant) {
    let bound = bound
    _ = update(key) { state, _ in
      Self.makeRoom(in: &state.throttles, bound: bound) { !$0.isActive(at: now) }
      state.throttles[key, default: RetryThrottle(at: now)].hold(absence, for: pause, at: now)
      return nil
    }
  }

  /// Forgets the pause of a key: it was removed or written.
  func forget(_ key: CacheKey) {
    guard isTroubled.load(ordering: .acquiring) else { return }
    _ = update(key) { state, _ in
      state.throttles[key] = nil
      return nil
    }
  }

  /// Forgets the pauses of the keys that were removed. Breakers stay: an origin that fails does not work
  /// again because records were removed.
  func forget(where isCovered: @Sendable (CacheKey) -> Bool) {
    guard isTroubled.load(ordering: .acquiring) else { return }
    state.withLock { state in
      state.throttles = state.throttles.filter { !isCovered($0.key) }
      isTroubled.store(
        !state.throttles.isEmpty || !state.breakers.isEmpty, ordering: .releasing)
    }
  }

  /// How many keys and domains something is known of.
  var size: Int { state.withLock { $0.throttles.count + $0.breakers.count } }

  private func update(
    _ key: CacheKey,
    _ body: @Sendable (inout State, _ domain: String?) -> CircuitBreaker.Change?
  ) -> CircuitBreaker.Change? {
    let domain = key.domain
    return state.withLock { state in
      let change = body(&state, domain)
      isTroubled.store(
        !state.throttles.isEmpty || !state.breakers.isEmpty, ordering: .releasing)
      return change
    }
  }

  private static func makeRoom<Key: Hashable, Element>(
    in table: inout [Key: Element], bound: Int, _ isIdle: (Element) -> Bool
  ) {
    guard table.count >= bound else { return }
    table = table.filter { !isIdle($0.value) }
    // All are active: half of them go, at random, since dictionaries have no order.
    if table.count >= bound {
      for key in table.keys.prefix(bound / 2) { table[key] = nil }
    }
  }
}
