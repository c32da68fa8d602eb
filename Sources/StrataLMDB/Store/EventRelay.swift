import Synchronization

/// Hands events to whoever listens, outside of any lock, through bounded buffers.
final class EventRelay: Sendable {
  static let bufferLimit = 64

  private struct State {
    var listeners: [Int: AsyncStream<LMDBEvent>.Continuation] = [:]
    var next = 0
    /// What came before anybody listened, so that what opening found is not lost.
    var early: [LMDBEvent] = []
    var isFinished = false
  }

  private let state = Mutex(State())

  func send(_ event: LMDBEvent) {
    let listeners = state.withLock { state in
      if state.listeners.isEmpty, state.early.count < Self.bufferLimit { state.early.append(event) }
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.yield(event) }
  }

  func stream() -> AsyncStream<LMDBEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: LMDBEvent.self, bufferingPolicy: .bufferingNewest(Self.bufferLimit))
    let (early, isFinished, id) = state.withLock { state in
      defer {
        state.early = []
        state.next += 1
      }
      if !state.isFinished { state.listeners[state.next] = continuation }
      return (state.early, state.isFinished, state.next)
    }
    for event in early { continuation.yield(event) }
    if isFinished { continuation.finish() }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.listeners[id] = nil }
    }
    return stream
  }

  func finish() {
    let listeners = state.withLock { state in
      state.isFinished = true
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }
}
