import CStrataLMDB
import Strata
import Synchronization

/// What waits for the writer thread: bounded in number and bytes, in the order of arrival.
final class WriteQueue: Sendable {
  enum Refusal: Error {
    case full
    case closed
    /// A removal that is queued comes between.
    case removed
  }

  private struct State {
    var operations: [WriteOperation] = []
    var bytes = 0
    var removals = RemovalTable()
    var isClosed = false
    var watched: [Completion] = []
    var hasWatchdog = false
  }

  private let state = Mutex(State())
  private let bell: Bell
  private let limit: Int
  private let byteLimit: Int

  init(limit: Int, byteLimit: Int) {
    self.limit = limit
    self.byteLimit = byteLimit
    bell = Bell()
  }

  /// - Parameter force: Takes the operation even when the queue is full: removals and closing.
  func enqueue(_ operation: WriteOperation, force: Bool = false) throws(Refusal) {
    let bytes = operation.byteCount
    let outcome: (refusal: Refusal?, startsWatchdog: Bool) = state.withLock { state in
      if state.isClosed { return (.closed, false) }
      if !force, state.operations.count >= limit || state.bytes + bytes > byteLimit {
        // A single operation larger than the limit still passes an empty queue.
        if !state.operations.isEmpty { return (.full, false) }
      }
      switch operation.place {
      case .put(let key, let began):
        guard state.removals.permits(key, asOf: began) else { return (.removed, false) }
      case .removal(let slot, let stamp): state.removals.note(slot, at: stamp)
      case nil: break
      }
      state.operations.append(operation)
      state.bytes += bytes
      guard let completion = operation.completion else { return (nil, false) }
      state.watched.append(completion)
      defer { state.hasWatchdog = true }
      return (nil, !state.hasWatchdog)
    }
    if let refusal = outcome.refusal { throw refusal }
    if outcome.startsWatchdog { startWatchdog() }
    bell.ring()
  }

  /// The operations that fit into the next transaction, or one that needs transactions of its own.
  func take(count: Int, bytes: Int) -> [WriteOperation] {
    state.withLock { state in
      var taken = 0
      var sum = 0
      while taken < state.operations.count, taken < count {
        let operation = state.operations[taken]
        if !operation.isSimple {
          if taken == 0 { taken = 1 }
          break
        }
        sum += operation.byteCount
        if taken > 0, sum > bytes { break }
        taken += 1
      }
      let batch = Array(state.operations[..<taken])
      state.operations.removeFirst(taken)
      state.bytes -= batch.reduce(0) { $0 + $1.byteCount }
      return batch
    }
  }

  /// What comes next: nothing, simple operations, or one that needs transactions of its own.
  var next: (isEmpty: Bool, isSimple: Bool) {
    state.withLock { ($0.operations.isEmpty, $0.operations.first?.isSimple ?? false) }
  }

  var byteCount: Int { state.withLock { $0.bytes } }
  var count: Int { state.withLock { $0.operations.count } }
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Takes no more operations; those that wait are still done.
  func close() {
    state.withLock { $0.isClosed = true }
    bell.ring()
  }

  /// Wakes the writer thread for its upkeep.
  func ring() { bell.ring() }

  func wait(milliseconds: Int) {
    bell.wait(milliseconds: milliseconds)
  }

  // MARK: Deadlines

  /// One task watches the deadlines of all who wait, and ends when nobody does. It is needed since the
  /// writer thread can be held up without limit: by a process stopped within its transaction.
  private func startWatchdog() {
    Task.detached { [weak self] in
      while let next = self?.nextDeadline() {
        try? await Task.sleep(until: next, clock: .continuous)
        self?.withdrawOverdue()
      }
    }
  }

  private func nextDeadline() -> ContinuousClock.Instant? {
    state.withLock { state in
      state.watched.removeAll { $0.isDone }
      guard let first = state.watched.map(\.deadline).min() else {
        state.hasWatchdog = false
        return nil
      }
      return first
    }
  }

  private func withdrawOverdue() {
    let now = ContinuousClock.now
    let overdue: [Completion] = state.withLock { state in
      let overdue = state.watched.filter { $0.deadline <= now }
      guard !overdue.isEmpty else { return [] }
      // What is still queued is withdrawn; what is in a transaction may yet be committed.
      let late = Set(overdue.map { ObjectIdentifier($0) })
      state.operations.removeAll { operation in
        guard let completion = operation.completion, operation.isWithdrawable,
          late.contains(ObjectIdentifier(completion))
        else { return false }
        state.bytes -= operation.byteCount
        return true
      }
      state.watched.removeAll { $0.deadline <= now }
      return overdue
    }
    let error = CacheError(
      .busy, tier: "LMDB", message: "the write was not committed within its time limit",
      hint: "look for a stopped process that uses this cache, or a slow disk")
    for completion in overdue { completion.finish(.failure(error)) }
  }
}

extension WriteOperation {
  /// A removal stays queued when nobody waits for it any more: it must still happen.
  fileprivate var isWithdrawable: Bool {
    switch kind {
    case .put: pending == 0
    case .delete, .remove: false
    case .drop, .sweep, .flush, .switchOver: true
    }
  }
}
