import Synchronization

/// Makes the calls about records that left a memory tier, one after the other.
///
/// A listener may use the tier, and so make more records leave. Their calls are queued behind the one that is
/// being made, rather than made from within it: a listener that puts back what left would otherwise call
/// itself until the stack is used up.
final class EvictionDelivery: Sendable {
  /// The delivery that the current task is in the middle of.
  @TaskLocal private static var current: EvictionDelivery?

  typealias Call = @Sendable () -> Void

  private struct State {
    // In order from `next` on.
    var calls: [Call]
    var next = 0
    var isOver = false
  }

  private let state: Mutex<State>

  private init(_ calls: [Call]) {
    state = Mutex(State(calls: calls))
  }

  /// Makes the calls; from within another delivery, has that one make them.
  static func deliver(_ calls: [Call]) {
    if let current, current.append(calls) { return }
    let delivery = EvictionDelivery(calls)
    $current.withValue(delivery) {
      while let call = delivery.next() { call() }
    }
  }

  /// - Returns: False when the delivery is over: a task that a listener started may outlive it.
  private func append(_ calls: [Call]) -> Bool {
    state.withLock { state in
      if !state.isOver { state.calls += calls }
      return !state.isOver
    }
  }

  private func next() -> Call? {
    state.withLock { state in
      guard state.next < state.calls.count else {
        state.isOver = true
        state.calls = []
        return nil
      }
      let call = state.calls[state.next]
      state.next += 1
      if state.next == 1_024 {
        state.calls.removeFirst(state.next)
        state.next = 0
      }
      return call
    }
  }
}
