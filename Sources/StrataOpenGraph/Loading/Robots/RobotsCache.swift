import Synchronization

/// The robots.txt rules of the origins asked lately. Each file is fetched once for all who wait.
final class RobotsCache: Sendable {
  typealias Fetched = Result<RobotsRules, PageLoadError>
  typealias Instant = ContinuousClock.Instant
  private typealias Waiter = CheckedContinuation<Fetched, Never>

  /// RFC 9309 asks for no more than a day.
  static let lifetime = Duration.seconds(24 * 3600)
  static let capacity = 1024

  private struct State {
    var known: [String: (rules: RobotsRules, until: Instant)] = [:]
    var coming: [String: [UInt64: Waiter]] = [:]
    var lastID: UInt64 = 0
  }

  private enum Step {
    case known(Fetched)
    case fetch
    case wait
  }

  private let state = Mutex(State())

  /// The rules for the target's origin.
  ///
  /// - Throws: the error by which the file could not be had: without it nothing may be fetched, but
  ///   that may pass. `.cancelled` when the task is cancelled; the fetch goes on for the others.
  func rules(
    of target: LoadTarget, fetch: @escaping @Sendable (String) async -> Fetched
  ) async throws(PageLoadError) -> RobotsRules {
    let origin = target.origin
    let id = makeID()
    let fetched = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        switch step(origin, id, waiter, isCancelled: Task.isCancelled, now: .now) {
        case .known(let fetched): waiter.resume(returning: fetched)
        case .fetch: Task { self.settle(origin, await fetch(origin)) }
        case .wait: break
        }
      }
    } onCancel: {
      let waiter = state.withLock { $0.coming[origin]?.removeValue(forKey: id) }
      waiter?.resume(returning: Self.cancelled)
    }
    do { return try fetched.get() } catch {
      throw error.kind == .cancelled ? PageLoadError(.cancelled, url: target.url) : error
    }
  }

  /// What it means that robots.txt was not to be had (RFC 9309, section 2.3.1): nothing is forbidden
  /// where there is no such file, everything where the site cannot be asked.
  static func meaning(of error: PageLoadError) -> Fetched {
    switch error.kind {
    case .httpStatus(let status) where (400...499).contains(status) && status != 429:
      .success(.everythingAllowed)
    case .tooManyRedirects: .success(.everythingAllowed)
    default: .failure(error)
    }
  }

  private static let cancelled = Fetched.failure(PageLoadError(.cancelled, url: ""))

  private func makeID() -> UInt64 {
    state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
  }

  // Whether the task is cancelled is asked under the lock: a cancellation after that finds the waiter.
  private func step(
    _ origin: String, _ id: UInt64, _ waiter: Waiter, isCancelled: @autoclosure () -> Bool,
    now: Instant
  ) -> Step {
    state.withLock { state in
      if isCancelled() { return .known(Self.cancelled) }
      if let (rules, until) = state.known[origin], until > now { return .known(.success(rules)) }
      let isFirst = state.coming[origin] == nil
      state.coming[origin, default: [:]][id] = waiter
      return isFirst ? .fetch : .wait
    }
  }

  private func settle(_ origin: String, _ fetched: Fetched) {
    let waiters = state.withLock { state in
      if case .success(let rules) = fetched {
        if state.known.count >= Self.capacity { Self.makeRoom(&state.known) }
        state.known[origin] = (rules, .now + Self.lifetime)
      }
      return state.coming.removeValue(forKey: origin) ?? [:]
    }
    for waiter in waiters.values { waiter.resume(returning: fetched) }
  }

  // The older half goes, so that the sorting is paid once for many.
  private static func makeRoom(_ known: inout [String: (rules: RobotsRules, until: Instant)]) {
    let oldest = known.sorted { $0.value.until < $1.value.until }.prefix(capacity / 2)
    for old in oldest { known[old.key] = nil }
  }
}
