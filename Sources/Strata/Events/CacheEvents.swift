import Synchronization

/// The events of a cache and its stack, for those who listen.
///
/// ```swift
/// for await event in cache.events.stream() { print(event) }
/// ```
///
/// When nobody listens an event costs one atomic load: it is not even made. Events are delivered after the
/// change they tell of, outside of locks. A listener that is slow loses the oldest of its events; how many
/// is counted.
public final class CacheEvents: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<CacheEvent>.Continuation] = [:]
    var nextID = 0
    var dropped = 0
    var isFinished = false
  }

  private let state = Mutex(State())
  private let isHeard = Atomic<Bool>(false)

  public init() {}

  deinit {
    finish()
  }

  /// The events from now on.
  ///
  /// - Parameter buffer: How many events wait for a slow listener; the oldest go first.
  public func stream(buffer: Int = 1_024) -> AsyncStream<CacheEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: CacheEvent.self, bufferingPolicy: .bufferingNewest(Swift.max(buffer, 1)))
    let id = state.withLock { state -> Int? in
      guard !state.isFinished else { return nil }
      state.nextID += 1
      state.listeners[state.nextID] = continuation
      isHeard.store(true, ordering: .releasing)
      return state.nextID
    }
    guard let id else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in self?.remove(id) }
    return stream
  }

  /// How many events listeners have lost.
  public var droppedCount: Int { state.withLock { $0.dropped } }

  /// Whether anybody listens.
  @usableFromInline
  var hasListeners: Bool { isHeard.load(ordering: .relaxed) }

  /// Delivers an event, which is made only when somebody listens.
  @inline(__always)
  func emit(_ event: @autoclosure () -> CacheEvent) {
    if hasListeners { deliver(event()) }
  }

  /// Ends all streams.
  func finish() {
    let listeners = state.withLock { state in
      state.isFinished = true
      let listeners = state.listeners
      state.listeners = [:]
      isHeard.store(false, ordering: .releasing)
      return listeners
    }
    for listener in listeners.values { listener.finish() }
  }

  @usableFromInline
  func deliver(_ event: CacheEvent) {
    let listeners = state.withLock { Array($0.listeners.values) }
    var dropped = 0
    for listener in listeners {
      if case .dropped = listener.yield(event) { dropped += 1 }
    }
    if dropped > 0 {
      let count = dropped
      state.withLock { $0.dropped += count }
    }
  }

  private func remove(_ id: Int) {
    // The continuation is released outside of the lock: its end may call back.
    let removed = state.withLock { state in
      let removed = state.listeners.removeValue(forKey: id)
      isHeard.store(!state.listeners.isEmpty, ordering: .releasing)
      return removed
    }
    _ = removed
  }
}
