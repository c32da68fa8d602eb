/// One attempt to get a value from the origin: looks into the stack once more, waits for a place, loads
/// within the time limit, and stores what came.
struct LoadAttempt<Value: Sendable>: Sendable {
  let cache: Cache<Value>
  let flight: Flight<Value>
  let settings: CacheSettings
  let mode: ReadMode
  /// What the caller had seen.
  let known: CacheRecord<Value>?

  var key: CacheKey { flight.key }
  private var events: CacheEvents { cache.events }

  func run() async -> Flight<Value>.Outcome {
    let stack = cache.currentStack
    // The order of things: what is removed or written from here on is newer than this load.
    let began = cache.clock.nextStamp()
    let located = try? await stack.locateNewest(key)
    if let found = alreadyFresh(located) { return found }
    // Who waits for a place holds no slot of the breaker.
    let domain = key.domain ?? ""
    let flight = flight
    let admission = await cache.gate.enter(domain, id: flight.identity.number) {
      flight.isAwaitedByLoad
    }
    defer { if admission == .place { cache.gate.leave(domain) } }
    if admission == .cancelled || Task.isCancelled { return .failed(cancelled) }
    if mode != .refresh, let pause = pause() { return .failed(pause) }
    events.emit(.loadStarted(key))
    LoadCounters.count(cache.counters.loads)
    let start = cache.clock.now
    let previous = usablePrevious(located?.record)
    let result = await load(offering: previous)
    let (outcome, conclusion) = await conclude(result, previous: previous, began: began, in: stack)
    events.emit(
      .loadEnded(key, conclusion, after: cache.clock.now.duration(since: start)))
    return outcome
  }

  /// Why the origin is left alone: a load that ended while this one waited may have failed.
  func pause() -> CacheError? {
    let now = cache.clock.now
    if let pause = cache.health.pause(for: key, at: now) { return pause.error(for: key) }
    if cache.health.admits(key, at: now) { return nil }
    return OriginPause.breaker(domain: key.domain ?? "").error(for: key)
  }

  /// Another process, or a flight that ended just before this one began, may have refreshed already.
  func alreadyFresh(_ located: LocatedRecord<Value>?) -> Flight<Value>.Outcome? {
    guard mode == .automatic, let located else { return nil }
    let record = located.record.metadata
    // One due for a refresh ahead is fresh too; it must be newer than what the caller saw, or the
    // caller saw nothing fresh.
    guard record.stamp > (known?.stamp ?? .zero) || known == nil,
      record.freshness(under: settings.terms(for: record), at: cache.clock.now) == .fresh
    else { return nil }
    if settings.refreshAhead != nil,
      case .answer(refreshAhead: true) = ReadDecision.decide(
        record, settings, mode: .automatic, isThrottled: false, at: cache.clock.now)
    {
      return nil
    }
    return .landed(located.record, .tier(located.tier))
  }

  /// What a load is offered: only what could still be answered with.
  func usablePrevious(_ record: CacheRecord<Value>?) -> CacheRecord<Value>? {
    guard let record, record.metadata.isFilled, !record.metadata.isAbsence else { return nil }
    let freshness = record.metadata.freshness(under: settings.terms, at: cache.clock.now)
    return freshness.isUsable ? record : nil
  }

  private func load(
    offering previous: CacheRecord<Value>?
  ) async -> Result<LoadResult<Value>, any Error> {
    let context = LoadContext(key: key, previous: previous, settings: settings)
    guard let limit = settings.hardTimeLimit.duration else {
      return await call(context)
    }
    // The load has a task of its own, so that one which does not heed its cancellation keeps nobody.
    let race = Race<Result<LoadResult<Value>, any Error>>()
    let work = Task { race.finish(await call(context)) }
    let timer = cache.scheduler.schedule(at: cache.clock.now.advanced(by: limit)) {
      race.finish(
        .failure(timedOut(after: limit)))
      work.cancel()
    }
    let result = await withTaskCancellationHandler {
      await raisingPriority(of: work) { await race.result() }
    } onCancel: {
      race.finish(.failure(CancellationError()))
      work.cancel()
    }
    timer.cancel()
    return result
  }

  /// Waits on behalf of a task, which gets the priority of this one when that is raised.
  private func raisingPriority<Result: Sendable>(
    of work: Task<Void, Never>, _ body: () async -> Result
  ) async -> Result {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      return await body()
    }
    return await withTaskPriorityEscalationHandler {
      await body()
    } onPriorityEscalated: { _, priority in
      work.escalatePriority(to: priority)
    }
  }

  private func call(_ context: LoadContext<Value>) async -> Result<LoadResult<Value>, any Error> {
    do { return .success(try await cache.callOrigin(context)) } catch { return .failure(error) }
  }

  // MARK: Conclusions

  /// - Parameter isBlamed: Whether a failure counts against the origin; false for those of one call that
  ///   another key was blamed for.
  func conclude(
    _ result: Result<LoadResult<Value>, any Error>, previous: CacheRecord<Value>?, began: Stamp,
    in stack: TieredCacheManager<Value>, isBlamed: Bool = true
  ) async -> (Flight<Value>.Outcome, LoadConclusion) {
    switch result {
    case .success(.value(let value, let details)):
      succeeded()
      let record = CacheRecord(
        value: value, stamp: began, createDate: previous?.createDate,
        timeToLive: life(details), validators: details.validators, tags: details.tags,
        clock: cache.clock)
      await store(record, began, in: stack)
      return (.landed(record, .origin), .value)
    case .success(.unchanged(let details)):
      guard let previous else { return failed(UnchangedWithoutValue(), asTimeout: false, isBlamed) }
      succeeded()
      let record = previous.with(
        previous.metadata.renewed(
          stamp: began, timeToLive: life(details), validators: details.validators,
          clock: cache.clock))
      await store(record, began, in: stack)
      return (.landed(record, .originUnchanged), .unchanged)
    case .success(.skip(let value)):
      succeeded()
      return (
        .landed(CacheRecord(value: value, stamp: began, clock: cache.clock), .origin), .skipped
      )
    case .success(.absent(let absence)):
      return await concludeAbsent(absence, previous: previous, began: began, in: stack)
    case .failure(let error as any OriginError):
      guard let absence = error.absence else { return failed(error, asTimeout: false, isBlamed) }
      return await concludeAbsent(absence, previous: previous, began: began, in: stack)
    case .failure(is CancellationError): return neutral(cancelled, .cancelled)
    case .failure(let error as CacheError) where error.code == .cancelled:
      return neutral(cancelled, .cancelled)
    case .failure(let error as CacheError) where error.code == .recursiveLoad:
      // A mistake in the program: it says nothing about the origin.
      LoadCounters.count(cache.counters.failures)
      return neutral(error, .failed)
    case .failure(let error as CacheError) where error.code == .timedOut && error.key == key:
      return failed(error, asTimeout: true, isBlamed)
    case .failure(let error): return failed(error, asTimeout: false, isBlamed)
    }
  }

  private func concludeAbsent(
    _ absence: Absence, previous: CacheRecord<Value>?, began: Stamp,
    in stack: TieredCacheManager<Value>
  ) async -> (Flight<Value>.Outcome, LoadConclusion) {
    // The origin works: it answered.
    succeeded()
    let record = CacheRecord<Value>(
      value: nil, stamp: began, createDate: previous?.createDate, absence: absence,
      clock: cache.clock)
    if previous != nil, !settings.absenceReplacesValue {
      let pause = settings.failureInterval.duration ?? .days(365)
      cache.health.hold(key, absence, for: pause, at: cache.clock.now)
      return (
        .failed(CacheError(.absent, key: key, message: absence.message)), .absent
      )
    }
    if settings.failureInterval.duration ?? .days(1) > .zero {
      await store(record, began, in: stack)
    } else if previous != nil {
      _ = try? await stack.delete(key, asOf: began)
    }
    return (.landed(record, .origin), .absent)
  }

  private func store(
    _ record: CacheRecord<Value>, _ began: Stamp, in stack: TieredCacheManager<Value>
  ) async {
    // A tiered stack does not throw on writing: what a tier misses it makes up for.
    _ = try? await stack.updateIfNeeded(record, for: key, asOf: began)
  }

  private func life(_ details: LoadDetails) -> TimeToLive? {
    if let own = details.timeToLive { return own }
    guard let bounds = settings.originBounds, let life = details.originLife else { return nil }
    return .after(bounds.clamp(life))
  }

  private func succeeded() {
    if cache.health.succeeded(key, at: cache.clock.now) == .closed {
      events.emit(.breakerClosed(name: key.domain ?? ""))
    }
  }

  private func failed(
    _ error: any Error, asTimeout: Bool, _ isBlamed: Bool
  ) -> (Flight<Value>.Outcome, LoadConclusion) {
    LoadCounters.count(cache.counters.failures)
    let reason = (error as? CacheError)?.reason ?? "\(error)"
    let change = cache.health.failed(
      key, reason, settings, retryAfter: (error as? any OriginError)?.retryAfter,
      random: cache.random(), countsForBreaker: isBlamed, at: cache.clock.now)
    if change == .opened { events.emit(.breakerOpened(name: key.domain ?? "")) }
    if let known = error as? CacheError, known.code == .timedOut {
      return (.failed(known), asTimeout ? .timedOut : .failed)
    }
    return (
      .failed(
        CacheError(.loadFailed, key: key, message: "the load failed", underlying: error)),
      .failed
    )
  }

  func timedOut(after limit: Duration) -> CacheError {
    CacheError(
      .timedOut, key: key, message: "the load did not end within \(limit)",
      hint: "see what holds up the origin, or raise hardTimeLimit")
  }

  var cancelled: CacheError {
    CacheError(.cancelled, key: key, message: "the load was cancelled")
  }

  /// An end that says nothing about the origin.
  private func neutral(
    _ error: CacheError, _ conclusion: LoadConclusion
  ) -> (Flight<Value>.Outcome, LoadConclusion) {
    cache.health.ended(key, at: cache.clock.now)
    return (.failed(error), conclusion)
  }
}

/// A load that answered "unchanged" though it was offered nothing.
struct UnchangedWithoutValue: Error, CustomStringConvertible {
  var description: String {
    "the load said that the value is unchanged, but was offered none: answer so only where previous is set"
  }
}
