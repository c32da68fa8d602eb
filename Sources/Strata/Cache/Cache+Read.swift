import Synchronization

extension Cache {
  /// The value of a key: from the stack where it is fresh, else from the origin.
  ///
  /// - Parameters:
  ///   - mode: Whether the origin may, or must, be asked.
  ///   - options: Settings for this call.
  /// - Throws: `CacheError`: `.loadFailed`, `.timedOut` or `.unavailable` when the origin fails and there is
  ///   no earlier value within its grace period, `.absent` when the origin has none, `.cancelled` when the
  ///   caller's task is, `.recursiveLoad` when a load asks for its own key, `.notCached` in mode
  ///   `.cacheOnly`.
  @inlinable
  @inline(__always)
  public func value(
    for key: CacheKey, mode: ReadMode = .automatic, options: CacheOptions? = nil
  ) async throws(CacheError) -> Value {
    // All that a fresh hit runs is inlined into the caller, which knows the type of the value: it makes no
    // frame of its own and looks up no metadata.
    if mode == .automatic, options == nil {
      let (record, isFresh) = reader.read(key)
      if isFresh, let record {
        if events.hasListeners { report(key) }
        if let value = unsafeDowncast(record, to: CacheRecord<Value>.self).value { return value }
      }
      return try await slowValue(key, ready: record)
    }
    return try await slowValue(key, mode, options)
  }

  @usableFromInline
  func slowValue(_ key: CacheKey, ready: AnyCacheRecord?) async throws(CacheError) -> Value {
    try Self.value(of: try await decide(key, .automatic, nil, ready: ready), key)
  }

  @usableFromInline
  func slowValue(
    _ key: CacheKey, _ mode: ReadMode, _ options: CacheOptions?
  ) async throws(CacheError) -> Value {
    try Self.value(of: try await decide(key, mode, options, ready: nil), key)
  }

  private static func value(
    of answer: Answer<Value>, _ key: CacheKey
  ) throws(CacheError) -> Value {
    guard let value = answer.value else {
      throw CacheError(.absent, key: key, message: "the origin has no value")
    }
    return value
  }

  @usableFromInline
  @inline(never)
  func report(_ key: CacheKey) {
    events.deliver(.hit(key, tier: reader.tierName))
  }

  /// The value of a key with its record, where it came from, and whether it is stale.
  ///
  /// - Throws: As `value(for:mode:options:)`.
  @inlinable
  public func answer(
    for key: CacheKey, mode: ReadMode = .automatic, options: CacheOptions? = nil
  ) async throws(CacheError) -> Answer<Value> {
    guard mode == .automatic, options == nil else {
      return try await decide(key, mode, options, ready: nil)
    }
    let (record, isFresh) = reader.read(key)
    if isFresh, let record { return fresh(key, record) }
    return try await decide(key, mode, options, ready: record)
  }

  /// A fresh answer from the top tier, without suspending; nil when there is none, or it must be looked at
  /// more closely.
  @inlinable
  public func freshAnswer(for key: CacheKey) -> Answer<Value>? {
    let (record, isFresh) = reader.read(key)
    guard isFresh, let record else { return nil }
    return fresh(key, record)
  }

  @inlinable
  @inline(__always)
  func fresh(_ key: CacheKey, _ record: AnyCacheRecord) -> Answer<Value> {
    let tier = reader.tierName
    if events.hasListeners { events.deliver(.hit(key, tier: tier)) }
    // Only records of this type are in the stack.
    return Answer(unsafeDowncast(record, to: CacheRecord<Value>.self), from: .tier(tier))
  }

  /// The slow way: whatever is not plainly fresh in the top tier.
  @usableFromInline
  func decide(
    _ key: CacheKey, _ mode: ReadMode, _ options: CacheOptions?, ready: AnyCacheRecord?
  ) async throws(CacheError) -> Answer<Value> {
    let stack = currentStack
    let settings = settings(for: key, options: options)
    let located =
      if let ready {
        LocatedRecord(
          record: unsafeDowncast(ready, to: CacheRecord<Value>.self), tier: reader.tierName)
      } else {
        try await stack.locate(key)
      }
    switch plan(key, settings, mode: mode, located) {
    case .answer(let answer, let refresh):
      if let refresh, self.refresh(key, settings), refresh == .ahead {
        events.emit(.refreshAhead(key))
      }
      return answer
    case .failure(let error): throw error
    case .load(let fallback):
      return try await waitForLoad(
        key, settings, fallback: fallback, mode: mode, known: located?.record)
    }
  }

  /// What a read comes to, once the stack was looked into.
  enum Plan: Sendable {
    /// Why a record is refreshed behind the answer.
    enum Refresh: Sendable {
      case ahead, behind
    }

    case answer(Answer<Value>, Refresh?)
    case failure(CacheError)
    /// Wait for the origin, and fall back on this.
    case load(fallback: LocatedRecord<Value>?)
  }

  func plan(
    _ key: CacheKey, _ settings: CacheSettings, mode: ReadMode, _ located: LocatedRecord<Value>?
  ) -> Plan {
    if located == nil { events.emit(.miss(key)) }
    let now = clock.now
    let pause = mode == .refresh ? nil : health.pause(for: key, at: now)
    let decision = ReadDecision.decide(
      located?.record.metadata, settings, mode: mode, isThrottled: pause != nil, at: now)
    switch (decision, located) {
    case (.answer(let isDueAhead), let located?):
      events.emit(.hit(key, tier: located.tier))
      return .answer(
        Answer(located.record, from: .tier(located.tier)), isDueAhead ? .ahead : nil)
    case (.answerStale(let reason, let refreshes), let located?):
      return .answer(stale(key, located, because: reason), refreshes ? .behind : nil)
    case (.load(let hasFallback), _): return .load(fallback: hasFallback ? located : nil)
    case (.absent, _): return .failure(absent(key, located?.record))
    case (.unavailable, _):
      return .failure((pause ?? OriginPause(reason: "it failed")).error(for: key))
    case (.notCached, _), (.answer, nil), (.answerStale, nil):
      return .failure(
        CacheError(.notCached, key: key, message: "the cache has no usable record"))
    }
  }

  func stale(
    _ key: CacheKey, _ located: LocatedRecord<Value>, because reason: StaleReason
  ) -> Answer<Value> {
    LoadCounters.count(counters.staleAnswers)
    events.emit(.staleServed(key, reason))
    return Answer(located.record, from: .tier(located.tier), stale: reason)
  }
}
