import Synchronization

extension Cache {
  /// Joins the flight of a key, or starts it, and waits; falls back on what is known when it fails.
  func waitForLoad(
    _ key: CacheKey, _ settings: CacheSettings, fallback: LocatedRecord<Value>?, mode: ReadMode,
    known: CacheRecord<Value>?
  ) async throws(CacheError) -> Answer<Value> {
    while true {
      if Task.isCancelled {
        throw CacheError(.cancelled, key: key, message: "the caller's task was cancelled")
      }
      let answer = try await fly(key, settings, fallback: fallback, mode: mode, known: known)
      if let answer { return answer }
    }
  }

  /// A caller's place in a flight.
  struct Seat: Sendable {
    let flight: Flight<Value>
    let place: UInt64
    /// Whether the flight was made for this caller, who starts it.
    let isNew: Bool
    let settings: CacheSettings
    /// What to answer with when the load fails or is slow.
    let fallback: LocatedRecord<Value>?
    let mode: ReadMode
    /// The load that the caller is part of.
    let outer: FlightIdentity?

    var key: CacheKey { flight.key }
  }

  /// Joins the flight of a key, or makes it.
  func board(
    _ key: CacheKey, _ settings: CacheSettings, fallback: LocatedRecord<Value>?, mode: ReadMode
  ) throws(CacheError) -> Seat {
    let (flight, place, isNew) = flights.board(key, isKept: settings.finishesAbandonedLoads)
    let outer = WaitGraph.current
    if let outer, let circle = WaitGraph.shared.begin(outer, waitsFor: flight.identity) {
      // A flight made a moment ago has no circle: this one is under way.
      leave(flight, place)
      let chain = (circle + [key.text]).joined(separator: " → ")
      throw CacheError(
        .recursiveLoad, key: key, message: "a load waits for itself: \(chain)",
        hint: "a load must not ask the cache for a key whose load asks for its own")
    }
    if outer != nil { gate.excuse(flight.awaitByLoad()) }
    if !isNew { flight.escalate(to: Task.currentPriority) }
    return Seat(
      flight: flight, place: place, isNew: isNew, settings: settings, fallback: fallback,
      mode: mode, outer: outer)
  }

  private func fly(
    _ key: CacheKey, _ settings: CacheSettings, fallback: LocatedRecord<Value>?, mode: ReadMode,
    known: CacheRecord<Value>?
  ) async throws(CacheError) -> Answer<Value>? {
    let seat = try board(key, settings, fallback: fallback, mode: mode)
    if seat.isNew { start(seat.flight, settings, mode: mode, known: known) }
    return try await land(seat, softLimit: softTimer(seat))
  }

  /// Waits for a flight to end, or for the caller's own limits.
  ///
  /// - Returns: Nil when the flight that was joined did not ask the origin, and the call must.
  func land(_ seat: Seat, softLimit: ScheduledAction?) async throws(CacheError) -> Answer<Value>? {
    let (key, flight, mode) = (seat.key, seat.flight, seat.mode)
    let news = await flight.wait(seat.place)
    softLimit?.cancel()
    if let outer = seat.outer { WaitGraph.shared.end(outer, waitsFor: flight.identity) }
    if case .softLimit = news { flight.keep() }
    leave(flight, seat.place)

    let fallback = seat.fallback.flatMap { isUsable($0, seat.settings) ? $0 : nil }
    switch news {
    case .outcome(.landed(_, .tier)) where mode == .refresh && !seat.isNew: return nil
    case .outcome(.landed(let record, let source)):
      if record.metadata.isAbsence { throw absent(key, record) }
      return Answer(record, from: source)
    case .outcome(.failed(let error))
    where error.code == .unavailable && mode == .refresh && !seat.isNew:
      return nil
    case .outcome(.failed(let error)):
      guard let fallback else { throw error }
      return stale(
        key, fallback,
        because: error.code == .unavailable ? .throttled : .originFailed(error.reason))
    case .softLimit:
      guard let fallback else {
        throw CacheError(.timedOut, key: key, message: "the load is slow and there is no fallback")
      }
      return stale(key, fallback, because: .slowOrigin)
    case .cancelled:
      throw CacheError(.cancelled, key: key, message: "the caller's task was cancelled")
    }
  }

  /// Starts a refresh behind, unless one is under way or too many are.
  ///
  /// - Returns: Whether one was started.
  @discardableResult
  func refresh(_ key: CacheKey, _ settings: CacheSettings) -> Bool {
    guard beginRefresh() else { return false }
    guard let flight = flights.launch(key) else {
      endRefresh()
      return false
    }
    LoadCounters.count(counters.refreshes)
    start(flight, settings, mode: .automatic, known: nil, isRefresh: true)
    return true
  }

  /// Whether one more refresh may be under way; it is then counted until `endRefresh`.
  func beginRefresh() -> Bool {
    let running = counters.runningRefreshes.add(1, ordering: .relaxed).newValue
    if running <= limits.refreshes { return true }
    endRefresh()
    LoadCounters.count(counters.droppedRefreshes)
    return false
  }

  func endRefresh() {
    counters.runningRefreshes.subtract(1, ordering: .relaxed)
  }

  /// Whether a record may still be answered with now: time has passed since it was read.
  private func isUsable(_ located: LocatedRecord<Value>, _ settings: CacheSettings) -> Bool {
    located.record.metadata.freshness(under: settings.terms, at: clock.now).isUsable
  }

  func absent(_ key: CacheKey, _ record: CacheRecord<Value>?) -> CacheError {
    CacheError(.absent, key: key, message: record?.absence?.message ?? "the origin has no value")
  }

  private func leave(_ flight: Flight<Value>, _ place: UInt64) {
    if flight.leave(place) { flights.remove(flight) }
  }

  func softTimer(_ seat: Seat) -> ScheduledAction? {
    guard seat.fallback != nil, let limit = seat.settings.softTimeLimit.duration else { return nil }
    let (flight, place) = (seat.flight, seat.place)
    return scheduler.schedule(at: clock.now.advanced(by: limit)) { flight.tell(place, .softLimit) }
  }

  /// Flies: in a task of the cache's own, which ends in exactly one outcome and frees its slot.
  func start(
    _ flight: Flight<Value>, _ settings: CacheSettings, mode: ReadMode,
    known: CacheRecord<Value>?, isRefresh: Bool = false
  ) {
    let task = Task {
      await WaitGraph.$current.withValue(flight.identity) {
        let attempt = LoadAttempt(
          cache: self, flight: flight, settings: settings, mode: mode, known: known)
        let outcome = await attempt.run()
        flight.land(outcome)
        if isRefresh { endRefresh() }
        flights.remove(flight)
      }
    }
    flight.attach(FlightWork(task))
  }
}

extension CacheError {
  /// The error as a reason: what lies below where there is something.
  var reason: String { underlying.map { "\($0)" } ?? message }
}
