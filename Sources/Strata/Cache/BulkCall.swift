import Synchronization

/// One call of a bulk loader, each key of which is settled once: by what came, by its own time limit, or
/// because the call was cancelled.
final class BulkCall<Value: Sendable>: Sendable {
  typealias Found = Result<LoadResult<Value>, any Error>
  /// What came for the key at a place in the call.
  typealias Settled = (index: Int, found: Found)

  private let cache: Cache<Value>
  private let attempts: [(attempt: LoadAttempt<Value>, previous: CacheRecord<Value>?)]
  private let began: Stamp
  /// The places that are not settled.
  private let open: Mutex<Set<Int>>

  init(
    _ cache: Cache<Value>,
    _ attempts: [(attempt: LoadAttempt<Value>, previous: CacheRecord<Value>?)], began: Stamp
  ) {
    self.cache = cache
    self.attempts = attempts
    self.began = began
    open = Mutex(Set(attempts.indices))
  }

  /// Makes the call; to be called once.
  ///
  /// - Returns: What came, in one or several portions, until all keys are settled. Cancelling the task that
  ///   iterates ends the call, whose keys are then settled as cancelled.
  func results() -> AsyncStream<[Settled]> {
    let (stream, continuation) = AsyncStream.makeStream(of: [Settled].self)
    let work = Task {
      let found = await call()
      settle(Array(attempts.indices), continuation) { found[self.attempts[$0].attempt.key] }
    }
    let timers = Dictionary(grouping: attempts.indices) {
      attempts[$0].attempt.settings.hardTimeLimit.duration
    }.compactMap { limit, places -> ScheduledAction? in
      guard let limit else { return nil }
      return cache.scheduler.schedule(at: cache.clock.now.advanced(by: limit)) { [self] in
        settle(places, continuation) { .failure(self.attempts[$0].attempt.timedOut(after: limit)) }
        // The rest may have longer.
        if open.withLock({ $0.isEmpty }) { work.cancel() }
      }
    }
    continuation.onTermination = { _ in
      work.cancel()
      for timer in timers { timer.cancel() }
    }
    return stream
  }

  private func settle(
    _ places: [Int], _ continuation: AsyncStream<[Settled]>.Continuation,
    _ found: (Int) -> Found?
  ) {
    let (settled, isOver) = open.withLock { open in
      let settled = places.filter { open.remove($0) != nil }
      return (settled, open.isEmpty)
    }
    if !settled.isEmpty {
      continuation.yield(
        settled.map { ($0, found($0) ?? .success(.absent(.notReturned))) })
    }
    if isOver { continuation.finish() }
  }

  /// What the loader gave for each key; an error of the call as a whole is that of each.
  private func call() async -> [CacheKey: Found] {
    let contexts = attempts.map {
      LoadContext(key: $0.attempt.key, previous: $0.previous, settings: $0.attempt.settings)
    }
    do { return try await cache.callOrigin(contexts, began: began) } catch {
      return Dictionary(
        contexts.map { ($0.key, .failure(error)) }, uniquingKeysWith: { first, _ in first })
    }
  }
}

extension Absence {
  /// A load of many keys that says nothing of one.
  static let notReturned = Absence(
    code: "not-returned", message: "the load of many keys gave nothing for this one")
}
