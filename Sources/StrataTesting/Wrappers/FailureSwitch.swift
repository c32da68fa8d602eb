public import Strata
import Synchronization

/// Which calls of a wrapped manager fail, switched by a test.
public final class FailureSwitch: Sendable {
  private struct State {
    var errors: [ManagerCall.Kind: CacheError] = [:]
    var keys: [CacheKey: CacheError] = [:]
    var next: [CacheError] = []
    var failed = 0
  }

  private let state = Mutex(State())

  /// Nothing fails at first.
  public init() {}

  /// Lets calls of these kinds fail from now on. Default: all kinds, with `.inputOutput`.
  public func fail(
    _ kinds: Set<ManagerCall.Kind> = Set(ManagerCall.Kind.allCases),
    with error: CacheError = CacheError(.inputOutput, message: "failed on purpose")
  ) {
    state.withLock { state in
      for kind in kinds { state.errors[kind] = error }
    }
  }

  /// Lets calls for a key fail from now on.
  public func fail(
    key: CacheKey, with error: CacheError = CacheError(.inputOutput, message: "failed on purpose")
  ) {
    state.withLock { $0.keys[key] = error }
  }

  /// Lets the next calls fail, of whatever kind, and then none.
  public func failNext(
    _ count: Int = 1,
    with error: CacheError = CacheError(.inputOutput, message: "failed on purpose")
  ) {
    state.withLock { $0.next += Array(repeating: error, count: count) }
  }

  /// Lets all work again.
  public func recover() {
    state.withLock { state in
      state.errors = [:]
      state.keys = [:]
      state.next = []
    }
  }

  /// How many calls failed so far.
  public var failedCount: Int { state.withLock { $0.failed } }

  /// What a call fails with now, if it does.
  func error(for call: ManagerCall) -> CacheError? {
    state.withLock { state in
      let error =
        state.next.isEmpty
        ? call.key.flatMap { state.keys[$0] } ?? state.errors[call.kind] : state.next.removeFirst()
      if error != nil { state.failed += 1 }
      return error
    }
  }
}
