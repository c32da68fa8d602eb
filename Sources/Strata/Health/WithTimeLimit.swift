import Synchronization

/// Runs a call for at most a time; what comes later is dropped.
///
/// The call goes on in a task of its own, which is cancelled at the limit: a call that does not look at its
/// cancellation keeps nobody waiting.
///
/// - Throws: What the call throws; `CacheError` with code `.busy` at the limit.
func withTimeLimit<Result: Sendable>(
  _ limit: Duration, clock: CacheClock, tier: String,
  _ call: @escaping @Sendable () async throws(CacheError) -> Result
) async throws(CacheError) -> Result {
  let race = Race<Swift.Result<Result, CacheError>>()
  let work = Task {
    do throws(CacheError) { race.finish(.success(try await call())) } catch {
      race.finish(.failure(error))
    }
  }
  let deadline = clock.now.advanced(by: limit)
  let timer = Task {
    while clock.now < deadline {
      do { try await clock.sleep(until: deadline) } catch { return }
    }
    race.finish(
      .failure(
        CacheError(
          .busy, tier: tier, message: "no answer within \(limit)",
          hint: "look at the tier's load, or give it a longer time limit")))
    work.cancel()
  }
  let result = await withTaskCancellationHandler {
    await race.result()
  } onCancel: {
    race.finish(
      .failure(CacheError(.cancelled, tier: tier, message: "the caller was cancelled")))
    work.cancel()
  }
  timer.cancel()
  return try result.get()
}

/// The first of several results; later ones are dropped.
final class Race<Result: Sendable>: Sendable {
  private enum State {
    case open
    case waiting(CheckedContinuation<Result, Never>)
    case finished(Result)
  }

  private let state = Mutex(State.open)

  func finish(_ result: Result) {
    let waiter = state.withLock { state -> CheckedContinuation<Result, Never>? in
      switch state {
      case .finished: return nil
      case .open:
        state = .finished(result)
        return nil
      case .waiting(let continuation):
        state = .finished(result)
        return continuation
      }
    }
    waiter?.resume(returning: result)
  }

  /// The first result; asked for by one task only.
  func result() async -> Result {
    await withCheckedContinuation { continuation in
      let known = state.withLock { state -> Result? in
        if case .finished(let result) = state { return result }
        state = .waiting(continuation)
        return nil
      }
      if let known { continuation.resume(returning: known) }
    }
  }
}
