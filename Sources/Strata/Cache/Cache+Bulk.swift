extension Cache {
  /// The values of many keys: one look into each tier for all of them, and one load for what is missing.
  ///
  /// ```swift
  /// let values = await cache.values(for: keys)
  /// for (key, result) in zip(keys, values) { print(key, (try? result.get()) ?? "none") }
  /// ```
  ///
  /// A cache that was made with a loader for many keys calls it once, with the keys that need it and are not
  /// being loaded already; one with a loader for single keys loads them side by side within its
  /// `LoadLimits`. There is still one load per key at a time, whoever asked for it.
  ///
  /// - Parameters:
  ///   - keys: Any number; one that is repeated is loaded once.
  ///   - mode: Whether the origin may, or must, be asked.
  ///   - options: Settings for this call.
  /// - Returns: For each key, in their order, its value, or the error that `value(for:)` would throw.
  public func values(
    for keys: [CacheKey], mode: ReadMode = .automatic, options: CacheOptions? = nil
  ) async -> CacheValues<Value> {
    let (records, rest) = glance(keys, mode, options)
    var values = CacheValues<Value>(records)
    if rest.isEmpty { return values }
    for (place, answer) in zip(rest, await decide(rest, mode, options)) {
      values.set(answer, at: place.index)
    }
    return values
  }

  /// The values of many keys with their records, where they came from, and whether they are stale.
  ///
  /// - Returns: As `values(for:mode:options:)`.
  public func answers(
    for keys: [CacheKey], mode: ReadMode = .automatic, options: CacheOptions? = nil
  ) async -> [Result<Answer<Value>, CacheError>] {
    let (records, rest) = glance(keys, mode, options)
    let tier = reader.tierName
    var results = records.map { record -> Result<Answer<Value>, CacheError> in
      record.map { .success(Answer(typed($0), from: .tier(tier))) } ?? .failure(Self.undecided)
    }
    if rest.isEmpty { return results }
    for (place, answer) in zip(rest, await decide(rest, mode, options)) {
      results[place.index] = answer
    }
    return results
  }

  /// A key of a call for many that is not plainly fresh.
  private struct Place {
    let index: Int
    let key: CacheKey
    /// What the top tier had at hand.
    let ready: CacheRecord<Value>?
  }

  /// What is plainly fresh in the top tier, and the keys that must be looked at more closely.
  private func glance(
    _ keys: [CacheKey], _ mode: ReadMode, _ options: CacheOptions?
  ) -> (records: [AnyCacheRecord?], rest: [Place]) {
    guard mode == .automatic, options == nil else {
      let rest = keys.enumerated().map { Place(index: $0, key: $1, ready: nil) }
      return (Array(repeating: nil, count: keys.count), rest)
    }
    var (records, fresh) = reader.read(keys)
    var rest: [Place] = []
    for (index, key) in keys.enumerated() {
      if fresh[index] {
        if events.hasListeners { report(key) }
      } else {
        rest.append(Place(index: index, key: key, ready: records[index].map(typed)))
        records[index] = nil
      }
    }
    return (records, rest)
  }

  private static var undecided: CacheError { CacheError(.notCached, message: "") }

  // Only records of this type are in the stack.
  private func typed(_ record: AnyCacheRecord) -> CacheRecord<Value> {
    unsafeDowncast(record, to: CacheRecord<Value>.self)
  }

  /// As `decide` of one key, for many.
  private func decide(
    _ places: [Place], _ mode: ReadMode, _ options: CacheOptions?
  ) async -> [Result<Answer<Value>, CacheError>] {
    let located = await locate(places)
    var results: [Result<Answer<Value>, CacheError>] = []
    results.reserveCapacity(places.count)
    var seats: [(index: Int, seat: Seat, softLimit: ScheduledAction?)] = []
    var loads: [LoadAttempt<Value>] = []
    var refreshes: [(key: CacheKey, settings: CacheSettings, isAhead: Bool)] = []
    for (index, (place, located)) in zip(places, located).enumerated() {
      let key = place.key
      let settings = settings(for: key, options: options)
      switch plan(key, settings, mode: mode, located) {
      case .answer(let answer, let refresh):
        if let refresh { refreshes.append((key, settings, refresh == .ahead)) }
        results.append(.success(answer))
      case .failure(let error): results.append(.failure(error))
      case .load(let fallback):
        do throws(CacheError) {
          let seat = try board(key, settings, fallback: fallback, mode: mode)
          if seat.isNew { loads.append(attempt(seat, known: located?.record)) }
          seats.append((index, seat, softTimer(seat)))
          results.append(.failure(Self.undecided))
        } catch {
          results.append(.failure(error))
        }
      }
    }
    start(loads)
    refresh(refreshes)
    for (index, seat, softLimit) in seats {
      do throws(CacheError) {
        var answer = try await land(seat, softLimit: softLimit)
        if answer == nil {
          answer = try await waitForLoad(
            seat.key, seat.settings, fallback: seat.fallback, mode: mode,
            known: located[index]?.record)
        }
        if let answer { results[index] = .success(answer) }
      } catch {
        results[index] = .failure(error)
      }
    }
    return results
  }

  /// What the stack has for each: what was at hand, else what its tiers have.
  private func locate(_ places: [Place]) async -> [LocatedRecord<Value>?] {
    let unread = places.filter { $0.ready == nil }
    var found = (await currentStack.locate(unread.map(\.key))).makeIterator()
    let tier = reader.tierName
    return places.map { place in
      if let ready = place.ready { return LocatedRecord(record: ready, tier: tier) }
      return found.next() ?? nil
    }
  }

  private func attempt(_ seat: Seat, known: CacheRecord<Value>?) -> LoadAttempt<Value> {
    LoadAttempt(
      cache: self, flight: seat.flight, settings: seat.settings, mode: seat.mode, known: known)
  }

  private func start(_ loads: [LoadAttempt<Value>]) {
    if loads.isEmpty { return }
    if origin.isBulk {
      BulkLoad(self, loads).start()
    } else {
      for load in loads { start(load.flight, load.settings, mode: load.mode, known: load.known) }
    }
  }

  /// Refreshes behind: all with one load where the loader takes many, which then counts as one refresh.
  private func refresh(_ refreshes: [(key: CacheKey, settings: CacheSettings, isAhead: Bool)]) {
    if refreshes.isEmpty { return }
    guard origin.isBulk else {
      for (key, settings, isAhead) in refreshes where refresh(key, settings) {
        if isAhead { events.emit(.refreshAhead(key)) }
      }
      return
    }
    guard beginRefresh() else { return }
    var loads: [LoadAttempt<Value>] = []
    for (key, settings, isAhead) in refreshes {
      guard let flight = flights.launch(key) else { continue }
      LoadCounters.count(counters.refreshes)
      if isAhead { events.emit(.refreshAhead(key)) }
      loads.append(
        LoadAttempt(
          cache: self, flight: flight, settings: settings, mode: .automatic, known: nil))
    }
    if loads.isEmpty { return endRefresh() }
    BulkLoad(self, loads).start { self.endRefresh() }
  }
}
