import Synchronization

/// Holds tasks until a test lets them go on: what tests use in place of pauses.
///
/// ```swift
/// let gate = Gate()
/// let origin = ScriptedOrigin<String> { key in try await gate.pass(); return .value("x") }
/// …
/// await gate.waitForArrivals(2)     // two loads are under way
/// gate.open()                       // and go on
/// ```
public final class Gate: Sendable {
  private typealias Continuation = CheckedContinuation<Result<Void, CancellationError>, Never>

  private struct State {
    var isOpen: Bool
    var arrivals = 0
    var nextID = 0
    var held: [Int: Continuation] = [:]
    var observers: [Int: (count: Int, continuation: Continuation)] = [:]
  }

  private let state: Mutex<State>

  /// - Parameter isOpen: Whether tasks pass at first. Default: no.
  public init(isOpen: Bool = false) {
    state = Mutex(State(isOpen: isOpen))
  }

  /// How many tasks are held now.
  public var heldCount: Int { state.withLock { $0.held.count } }

  /// How many tasks have come so far, held or not.
  public var arrivalCount: Int { state.withLock { $0.arrivals } }

  /// Lets all go on who are held, and all who come from now on.
  public func open() {
    let held = state.withLock { state in
      state.isOpen = true
      defer { state.held = [:] }
      return state.held.sorted { $0.key < $1.key }
    }
    for (_, continuation) in held { continuation.resume(returning: .success(())) }
  }

  /// Holds all who come from now on.
  public func close() {
    state.withLock { $0.isOpen = false }
  }

  /// Lets those go on who came first, at most `count`, and holds the others further.
  public func release(_ count: Int = 1) {
    let released = state.withLock { state in
      let released = state.held.sorted { $0.key < $1.key }.prefix(count)
      for (id, _) in released { state.held[id] = nil }
      return released
    }
    for (_, continuation) in released { continuation.resume(returning: .success(())) }
  }

  /// Suspends until the gate is open or the task is released.
  ///
  /// - Throws: `CancellationError` when the task is cancelled, before or meanwhile.
  public func pass() async throws(CancellationError) {
    try await wait { state, id, continuation in
      state.arrivals += 1
      if state.isOpen { return true }
      state.held[id] = continuation
      return false
    }
  }

  /// As `pass()`, but a cancelled task is held as well: for what cannot be cancelled, such as a disk.
  public func passUncancelled() async {
    await Task { _ = try? await self.pass() }.value
  }

  /// Suspends until `count` tasks have come in all, held or not.
  ///
  /// - Throws: `CancellationError` when the task is cancelled, before or meanwhile.
  public func waitForArrivals(_ count: Int = 1) async throws(CancellationError) {
    try await wait { state, id, continuation in
      if state.arrivals >= count { return true }
      state.observers[id] = (count, continuation)
      return false
    }
  }

  /// - Parameter enter: Returns true where there is nothing to wait for, or keeps the continuation.
  private func wait(
    _ enter: (inout State, Int, Continuation) -> Bool
  ) async throws(CancellationError) {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: Continuation) in
        admit(id, continuation, enter)
      }
    } onCancel: {
      let continuation = state.withLock { state in
        state.held.removeValue(forKey: id)
          ?? state.observers.removeValue(forKey: id)?.continuation
      }
      continuation?.resume(returning: .failure(CancellationError()))
    }
    try outcome.get()
  }

  private func admit(
    _ id: Int, _ continuation: Continuation, _ enter: (inout State, Int, Continuation) -> Bool
  ) {
    let (outcome, observers) = state.withLock {
      state -> (Result<Void, CancellationError>?, [Continuation]) in
      // A task is marked before its handler runs: the mark is seen here, or the handler finds the task.
      if Task.isCancelled { return (.failure(CancellationError()), []) }
      let passes = enter(&state, id, continuation)
      let arrivals = state.arrivals
      let satisfied = state.observers.filter { $0.value.count <= arrivals }
      for id in satisfied.keys { state.observers[id] = nil }
      return (passes ? .success(()) : nil, satisfied.values.map(\.continuation))
    }
    if let outcome { continuation.resume(returning: outcome) }
    for observer in observers { observer.resume(returning: .success(())) }
  }
}
