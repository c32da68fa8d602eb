public import Strata
import Synchronization

/// An origin that answers as a test says, holds loads until it is told to let them go, and counts.
///
/// ```swift
/// let origin = ScriptedOrigin<String>(answer: .value("v1"))
/// origin.script("flaky", [.failure("down"), .value("up again")])
/// let cache = Cache(stack, policy: policy, clock: time.clock, loadingWith: origin.load)
///
/// origin.hold()                              // loads wait from now on
/// async let value = cache.value(for: "a")
/// try await origin.waitForLoads(1)
/// origin.release()
/// #expect(origin.loadCount(of: "a") == 1)
/// ```
public final class ScriptedOrigin<Value: Sendable>: Sendable {
  /// How one load ends.
  public enum Answer: Sendable {
    case result(LoadResult<Value>)
    case error(any Error)

    /// A value to be stored.
    public static func value(_ value: Value) -> Answer { .result(.value(value)) }
    /// The value that is known still holds.
    public static var unchanged: Answer { .result(.unchanged()) }
    /// There is no value, for sure.
    public static func absent(_ code: String = "404") -> Answer {
      .result(.absent(Absence(code: code, message: "absent by script")))
    }
    /// A failure that may pass.
    public static func failure(_ message: String, retryAfter: Duration? = nil) -> Answer {
      .error(ScriptedFailure(message: message, retryAfter: retryAfter))
    }
  }

  /// One load that was begun.
  public struct Load: Sendable {
    /// The key that was asked for.
    public let key: CacheKey
    /// The record that the cache offered to have confirmed.
    public let previous: CacheRecord<Value>?
  }

  private struct State {
    var answer: @Sendable (Load, _ number: Int) -> Answer
    var scripts: [CacheKey: ArraySlice<Answer>] = [:]
    var loads: [Load] = []
    var counts: [CacheKey: Int] = [:]
    var running: [CacheKey: Int] = [:]
    var runningNow = 0
    var mostRunning = 0
    var mostRunningOfOneKey = 0
    var cancelled = 0
  }

  private let state: Mutex<State>
  private let gate = Gate(isOpen: true)

  /// - Parameter answer: What each load without a script of its own ends in.
  public convenience init(answer: Answer) {
    self.init { _, _ in answer }
  }

  /// - Parameter answer: What a load without a script of its own ends in, by what was asked for and how many
  ///   loads of its key there were before.
  public init(answer: @escaping @Sendable (Load, _ number: Int) -> Answer) {
    state = Mutex(State(answer: answer))
  }

  /// The load to give to a cache.
  public var load: @Sendable (LoadContext<Value>) async throws -> LoadResult<Value> {
    { [self] context in
      try await answer(Load(key: context.key, previous: context.previous))
    }
  }

  // MARK: Scripting

  /// Sets what all loads without a script end in from now on.
  public func answer(with answer: Answer) {
    state.withLock { $0.answer = { _, _ in answer } }
  }

  /// Sets what the next loads of a key end in, one after the other; later ones end in the last of them.
  public func script(_ key: CacheKey, _ answers: [Answer]) {
    precondition(!answers.isEmpty, "a script needs an answer at least")
    state.withLock { $0.scripts[key] = answers[...] }
  }

  /// Holds loads that begin from now on, until they are released.
  public func hold() { gate.close() }

  /// Lets all loads go on, held or to come.
  public func release() { gate.open() }

  /// Lets those held go on that came first, and holds the others further.
  public func release(_ count: Int) { gate.release(count) }

  /// Suspends until so many loads have begun in all, held or not.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func waitForLoads(_ count: Int) async throws(CancellationError) {
    try await gate.waitForArrivals(count)
  }

  // MARK: Looking back

  /// The loads begun so far, in their order.
  public var loads: [Load] { state.withLock { $0.loads } }
  /// How many loads began.
  public var loadCount: Int { state.withLock { $0.loads.count } }
  /// How many loads of a key began.
  public func loadCount(of key: CacheKey) -> Int { state.withLock { $0.counts[key] ?? 0 } }
  /// How many loads run now.
  public var runningCount: Int { state.withLock { $0.runningNow } }
  /// The most loads that ran at a time.
  public var mostRunning: Int { state.withLock { $0.mostRunning } }
  /// The most loads of one key that ran at a time: more than one is a flight that was not shared.
  public var mostRunningOfOneKey: Int { state.withLock { $0.mostRunningOfOneKey } }
  /// How many loads were cancelled while they were held.
  public var cancelledCount: Int { state.withLock { $0.cancelled } }

  private func answer(_ load: Load) async throws -> LoadResult<Value> {
    let answer = begin(load)
    defer { end(load.key) }
    do { try await gate.pass() } catch {
      state.withLock { $0.cancelled += 1 }
      throw error
    }
    switch answer {
    case .result(let result): return result
    case .error(let error): throw error
    }
  }

  private func begin(_ load: Load) -> Answer {
    state.withLock { state in
      let number = state.counts[load.key, default: 0]
      state.counts[load.key] = number + 1
      state.loads.append(load)
      state.runningNow += 1
      state.mostRunning = Swift.max(state.mostRunning, state.runningNow)
      state.running[load.key, default: 0] += 1
      state.mostRunningOfOneKey = Swift.max(
        state.mostRunningOfOneKey, state.running[load.key] ?? 0)
      guard let script = state.scripts[load.key], let first = script.first else {
        return state.answer(load, number)
      }
      if script.count > 1 { state.scripts[load.key] = script.dropFirst() }
      return first
    }
  }

  private func end(_ key: CacheKey) {
    state.withLock { state in
      state.runningNow -= 1
      let count = (state.running[key] ?? 1) - 1
      state.running[key] = count == 0 ? nil : count
    }
  }
}
