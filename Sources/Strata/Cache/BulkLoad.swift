import Synchronization

/// One load of many keys, each of which has a flight.
///
/// Each key has its own look into the stack, its own time limit and its own conclusion; the place at the gate
/// and the call of the origin are shared.
final class BulkLoad<Value: Sendable>: Sendable {
  typealias Attempt = LoadAttempt<Value>

  /// A key that the origin is asked for.
  private struct Passenger: Sendable {
    let attempt: Attempt
    let previous: CacheRecord<Value>?
  }

  private let cache: Cache<Value>
  private let attempts: [Attempt]
  private let leader: FlightIdentity
  /// The flights that have neither ended nor been given up, by number.
  private let awaited: Mutex<Set<UInt64>>

  /// - Parameter attempts: One at least.
  init(_ cache: Cache<Value>, _ attempts: [Attempt]) {
    self.cache = cache
    self.attempts = attempts
    leader = attempts[0].flight.identity
    awaited = Mutex(Set(attempts.map(\.flight.identity.number)))
  }

  /// Flies, in a task of the cache's own, which ends every flight exactly once.
  func start(completion: @escaping @Sendable () -> Void = {}) {
    for attempt in attempts { attempt.flight.waitAtGate(as: leader.number) }
    let task = Task {
      await WaitGraph.$current.withValue(leader) { await run() }
      completion()
    }
    for attempt in attempts {
      let number = attempt.flight.identity.number
      attempt.flight.attach(
        FlightWork(task) { [self] in
          let isLast = awaited.withLock { $0.remove(number) != nil && $0.isEmpty }
          if isLast { task.cancel() }
        })
    }
  }

  private func run() async {
    let stack = cache.currentStack
    let began = cache.clock.nextStamp()
    var passengers: [Passenger] = []
    for attempt in attempts {
      let located = try? await stack.locateNewest(attempt.key)
      if let found = attempt.alreadyFresh(located) {
        end(attempt, found)
      } else {
        let previous = attempt.usablePrevious(located?.record)
        passengers.append(Passenger(attempt: attempt, previous: previous))
      }
    }
    if passengers.isEmpty { return }

    let domain = Self.domain(of: passengers)
    let admission = await cache.gate.enter(domain, id: leader.number) { [attempts] in
      attempts.contains { $0.flight.isAwaitedByLoad }
    }
    defer { if admission == .place { cache.gate.leave(domain) } }
    if admission == .cancelled || Task.isCancelled {
      for passenger in passengers { end(passenger.attempt, .failed(passenger.attempt.cancelled)) }
      return
    }
    let admitted = withoutPaused(passengers)
    if !admitted.isEmpty { await load(admitted, began: began, in: stack) }
  }

  /// The domain that the load counts for at the gate: none where it is for several.
  private static func domain(of passengers: [Passenger]) -> String {
    let domains = Set(passengers.map { $0.attempt.key.domain ?? "" })
    return domains.count == 1 ? domains.first ?? "" : ""
  }

  /// Ends those whose origin is left alone. An open breaker lets one call through, whatever the number of
  /// keys in it.
  private func withoutPaused(_ passengers: [Passenger]) -> [Passenger] {
    if attempts[0].mode == .refresh { return passengers }
    let now = cache.clock.now
    // Looked at for all before the first of a domain is let through: the breaker holds up the rest then.
    let pauses = passengers.map { passenger in
      cache.health.pause(for: passenger.attempt.key, at: now)?.error(for: passenger.attempt.key)
    }
    var verdicts: [String: CacheError?] = [:]
    return zip(passengers, pauses).compactMap { passenger, pause in
      let attempt = passenger.attempt
      let domain = attempt.key.domain ?? ""
      var reason = pause
      if reason == nil {
        let verdict = verdicts[domain] ?? attempt.pause()
        verdicts.updateValue(verdict, forKey: domain)
        reason = verdict
      }
      guard let reason else { return passenger }
      end(attempt, .failed(reason))
      return nil
    }
  }

  private func load(
    _ passengers: [Passenger], began: Stamp, in stack: TieredCacheManager<Value>
  ) async {
    let start = cache.clock.now
    // Each waits for what the leader waits for: so a circle through any of them is found.
    let followers = passengers.map(\.attempt.flight.identity).filter { $0 != leader }
    for follower in followers { _ = WaitGraph.shared.begin(follower, waitsFor: leader) }
    defer { for follower in followers { WaitGraph.shared.end(follower, waitsFor: leader) } }
    for passenger in passengers {
      cache.events.emit(.loadStarted(passenger.attempt.key))
      LoadCounters.count(cache.counters.loads)
    }
    // Whose failure counts: the first one's of each domain of which no key was answered.
    var blamed: Set<String> = []
    let call = BulkCall(cache, passengers.map { ($0.attempt, $0.previous) }, began: began)
    var isSettled = [Bool](repeating: false, count: passengers.count)
    for await settled in call.results() {
      for (index, _) in settled { isSettled[index] = true }
      let answered = settled.filter { (try? $0.found.get()) != nil }
      blamed.formUnion(answered.map { passengers[$0.index].attempt.key.domain ?? "" })
      await withTaskGroup { group in
        for (index, found) in settled {
          let passenger = passengers[index]
          let domain = passenger.attempt.key.domain ?? ""
          let isBlamed = blamed.insert(domain).inserted
          group.addTask { [self] in
            let (outcome, conclusion) = await passenger.attempt.conclude(
              found, previous: passenger.previous, began: began, in: stack, isBlamed: isBlamed)
            end(passenger.attempt, outcome, conclusion, after: start)
          }
        }
      }
    }
    // Cancelled, since nobody waits any more.
    for (index, passenger) in passengers.enumerated() where !isSettled[index] {
      let attempt = passenger.attempt
      let (outcome, conclusion) = await attempt.conclude(
        .failure(CancellationError()), previous: nil, began: began, in: stack)
      end(attempt, outcome, conclusion, after: start)
    }
  }

  private func end(
    _ attempt: Attempt, _ outcome: Flight<Value>.Outcome, _ conclusion: LoadConclusion,
    after start: MonotonicInstant
  ) {
    cache.events.emit(
      .loadEnded(attempt.key, conclusion, after: cache.clock.now.duration(since: start)))
    end(attempt, outcome)
  }

  private func end(_ attempt: Attempt, _ outcome: Flight<Value>.Outcome) {
    let flight = attempt.flight
    flight.land(outcome)
    cache.flights.remove(flight)
    awaited.withLock { _ = $0.remove(flight.identity.number) }
  }
}
