import Strata
import Synchronization

/// An origin whose answers a test sets, and which counts how it is asked.
final class TestOrigin: Sendable {
  typealias Answer = @Sendable (LoadContext<String>) async throws -> LoadResult<String>

  private struct State {
    var answer: Answer
    var counts: [CacheKey: Int] = [:]
    var running: [CacheKey: Int] = [:]
    var mostRunning = 0
    var runningInAll = 0
    var mostRunningInAll = 0
    var offered: [String?] = []
  }

  private let state: Mutex<State>

  /// - Parameter answer: Default: the key's text and how often it was asked for, as `a1`.
  init(_ answer: Answer? = nil) {
    state = Mutex(State(answer: { _ in .value("") }))
    set(answer ?? { [unowned self] in .value("\($0.key)\(count(of: $0.key))") })
  }

  /// Changes the answer to loads that begin from now on.
  func set(_ answer: @escaping Answer) {
    state.withLock { $0.answer = answer }
  }

  func fail(_ error: any Error = OriginDown()) {
    set { _ in throw error }
  }

  /// Loads begun so far.
  var count: Int { state.withLock { $0.counts.values.reduce(0, +) } }
  func count(of key: CacheKey) -> Int { state.withLock { $0.counts[key] ?? 0 } }
  /// The most loads of one key that ran at a time.
  var mostRunningOfAKey: Int { state.withLock { $0.mostRunning } }
  var mostRunning: Int { state.withLock { $0.mostRunningInAll } }
  var running: Int { state.withLock { $0.runningInAll } }
  /// The value that each load was offered.
  var offered: [String?] { state.withLock { $0.offered } }

  func load(_ context: LoadContext<String>) async throws -> LoadResult<String> {
    let answer = state.withLock { state in
      state.counts[context.key, default: 0] += 1
      let running = state.running[context.key, default: 0] + 1
      state.running[context.key] = running
      state.mostRunning = max(state.mostRunning, running)
      state.runningInAll += 1
      state.mostRunningInAll = max(state.mostRunningInAll, state.runningInAll)
      state.offered.append(context.previous?.value)
      return state.answer
    }
    defer {
      state.withLock { state in
        state.running[context.key, default: 1] -= 1
        state.runningInAll -= 1
      }
    }
    return try await answer(context)
  }
}

struct OriginDown: Error, CustomStringConvertible {
  var description = "the origin is down"
}

/// A failure that says more than that it failed.
struct OriginSays: OriginError {
  var absence: Absence?
  var retryAfter: Duration?
}
