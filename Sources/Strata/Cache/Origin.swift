/// How a cache asks its origin.
enum Origin<Value: Sendable>: Sendable {
  /// For one key at a time.
  case single(Cache<Value>.Loader)
  /// For many keys at once, and for one as a list of one.
  case bulk(Cache<Value>.BulkLoader)

  var isBulk: Bool {
    if case .bulk = self { true } else { false }
  }
}

extension Cache {
  /// Asks the origin for one key.
  func callOrigin(_ context: LoadContext<Value>) async throws -> LoadResult<Value> {
    switch origin {
    case .single(let load): return try await load(context)
    case .bulk:
      let found = try await callOrigin([context], began: clock.nextStamp())
      return try found[context.key]?.get() ?? .absent(.notReturned)
    }
  }

  /// Asks the origin for several keys with one call, and stores what it gives beyond these.
  ///
  /// - Parameter began: What comes counts as loaded then.
  func callOrigin(
    _ contexts: [LoadContext<Value>], began: Stamp
  ) async throws -> [CacheKey: Result<LoadResult<Value>, any Error>] {
    guard case .bulk(let loadAll) = origin else { return [:] }
    var found = try await loadAll(contexts)
    let asked = Set(contexts.map(\.key))
    for (key, result) in found where !asked.contains(key) {
      found[key] = nil
      guard case .success(.value(let value, let details)) = result else { continue }
      let record = CacheRecord(
        value: value, stamp: began, timeToLive: details.timeToLive,
        validators: details.validators, tags: details.tags, clock: clock)
      // As for what was asked for: a tier that fails makes up for it.
      _ = try? await currentStack.updateIfNeeded(record, for: key, asOf: began)
    }
    return found
  }
}
