import Synchronization

/// The writes and removals of a stack that are under way: lets them in by `WriteAdmission`, and has
/// removals wait.
final class StackTraffic: Sendable {
  private struct State {
    var admission = WriteAdmission()
    /// The writes under way that a removal waits for, or is about to.
    var watched: Set<UInt64> = []
    var waiting: [UInt64: Waiter] = [:]
  }

  private struct Waiter {
    var writes: Set<UInt64>
    let continuation: CheckedContinuation<Void, Never>
  }

  private let state = Mutex(State())
  // So that a read beside which nothing is removed takes no lock.
  private let isRemoving = Atomic<Bool>(false)

  /// Whether a record that was read is being removed: it is then no longer used.
  func isBeingRemoved(_ key: CacheKey, _ record: RecordMetadata) -> Bool {
    guard isRemoving.load(ordering: .acquiring) else { return false }
    return state.withLock {
      $0.admission.isBeingRemoved(key, tags: record.tags, data: record.stamp)
    }
  }

  /// Runs a write if it is admitted; nil when it is not.
  ///
  /// - Parameters:
  ///   - data: The stamp of the record that the data come from.
  ///   - began: When the operation began; nil when `body` itself finds out whether the data were removed.
  func write<Result: Sendable>(
    _ key: CacheKey, tags: [String], of data: Stamp, asOf began: Stamp?,
    _ body: () async -> Result
  ) async -> Result? {
    let id = state.withLock {
      $0.admission.beginWrite(key, tags: tags, of: data, asOf: began)
    }
    guard let id else { return nil }
    let result = await body()
    end(id)
    return result
  }

  /// A removal that was noted: from now on no write of what it covers is let in.
  struct Removal: Sendable {
    fileprivate let id: UInt64
    let stamp: Stamp
    /// The writes that were under way.
    fileprivate let writes: Set<UInt64>
  }

  /// Notes a removal.
  ///
  /// - Parameter stamp: Called under the lock: whoever is let in before has an older stamp.
  func noteRemoval(
    of target: WriteAdmission.Target, at stamp: @Sendable () -> Stamp
  ) -> Removal {
    state.withLock { state in
      let stamp = stamp()
      let (id, writes) = state.admission.beginRemoval(of: target, at: stamp)
      isRemoving.store(true, ordering: .releasing)
      state.watched.formUnion(writes)
      return Removal(id: id, stamp: stamp, writes: writes)
    }
  }

  /// Waits until no write of what a removal covers is under way.
  func waitForWrites(before removal: Removal) async {
    if removal.writes.isEmpty { return }
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        // Some may have ended since.
        let running = removal.writes.intersection(state.watched)
        if running.isEmpty { return true }
        state.waiting[removal.id] = Waiter(writes: running, continuation: continuation)
        return false
      }
      if isOver { continuation.resume() }
    }
  }

  func endRemoval(_ removal: Removal, at end: @Sendable () -> Stamp) {
    state.withLock { state in
      state.admission.endRemoval(removal.id, at: end())
      isRemoving.store(!state.admission.isQuiet, ordering: .releasing)
    }
  }

  /// Whether nothing is being removed.
  var isQuiet: Bool { !isRemoving.load(ordering: .acquiring) }

  private func end(_ id: UInt64) {
    let ready = state.withLock { state in
      state.admission.endWrite(id)
      guard state.watched.remove(id) != nil else { return [CheckedContinuation<Void, Never>]() }
      var ready: [CheckedContinuation<Void, Never>] = []
      for (removal, var waiter) in state.waiting {
        guard waiter.writes.remove(id) != nil else { continue }
        if waiter.writes.isEmpty {
          state.waiting[removal] = nil
          ready.append(waiter.continuation)
        } else {
          state.waiting[removal] = waiter
        }
      }
      return ready
    }
    for continuation in ready { continuation.resume() }
  }
}
