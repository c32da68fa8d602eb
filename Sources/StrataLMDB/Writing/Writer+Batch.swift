import CStrataLMDB
import Strata
import Synchronization

/// Simple operations, many to a transaction.
extension Writer {
  func writeBatch(in generation: Generation) {
    if isDegraded {
      return fail(takeBatch(generation), store.unavailableError)
    }
    var generation = generation
    var batch: [WriteOperation] = []
    // Once more after making room, or in the generation that came meanwhile.
    for attempt in 0..<3 {
      do throws(EnvironmentFailure) {
        let results = try transact(&batch, in: generation)
        noteDiskSuccess()
        settleOwed()
        for (operation, result) in zip(batch, results) { finish(operation, .success(result)) }
        // Pages that were split took more than the estimate.
        makeRoom(in: generation, bytes: 0, force: false)
        return
      } catch {
        guard attempt < 2, let next = recover(from: error, generation) else {
          return fail(
            batch.isEmpty ? takeBatch(generation) : batch, cacheError(error, generation))
        }
        generation = next
      }
      if mustLeave { break }
    }
    fail(batch, store.unavailableError)
  }

  private func takeBatch(_ generation: Generation) -> [WriteOperation] {
    store.queue.take(count: Self.batchCount, bytes: batchBytes(generation))
  }

  /// What can be done about a failed transaction; nil when it is to be given up.
  func recover(from failure: EnvironmentFailure, _ generation: Generation) -> Generation? {
    switch failure.meaning {
    case .moved:
      store.leave(generation, for: .moved)
    case .damage:
      mustLeave = failure.code == EnvironmentFailure.fault || generation.environment.isPoisoned
      store.leave(generation, for: .damage(failure.message))
      settleOwed()
    case .mapFull:
      generation.environment.clearDeadReaders()
      guard makeRoom(in: generation, bytes: batchBytes(generation), force: true) else { return nil }
    case .disk:
      // Pages freed by evicting can be written again without the file growing.
      guard degradedUntil == nil,
        makeRoom(in: generation, bytes: batchBytes(generation), force: true)
      else {
        noteDiskFailure(failure)
        return nil
      }
      noteDiskFailure(failure)
    case .recheck: break
    case .closed, .forked, .other: return nil
    }
    return try? store.generation()
  }

  /// Begins, and only then takes from the queue: while another process holds the lock, what is queued can
  /// still be withdrawn.
  private func transact(_ batch: inout [WriteOperation], in generation: Generation)
    throws(EnvironmentFailure) -> [Int]
  {
    let environment = generation.environment
    let transaction = WriteTransaction(generation, store)
    let incoming = Swift.min(
      batch.isEmpty ? store.queue.byteCount : .max, batchBytes(generation))
    makeRoom(in: generation, bytes: incoming, force: false)
    try begin(generation)
    do throws(EnvironmentFailure) {
      if batch.isEmpty { batch = takeBatch(generation) }
      for (key, debt) in owed { _ = try transaction.delete(key, asOf: debt.stamp, counts: false) }
      var results = Array(repeating: 0, count: batch.count)
      // In key order neighbours share pages; operations on one key keep their order.
      let keyed = batch.indices.map { (index: $0, key: transaction.key(of: batch[$0])) }
      for (index, key) in keyed.sorted(by: { ($0.key, $0.index) < ($1.key, $1.index) }) {
        results[index] = try transaction.apply(batch[index], key)
      }
      try transaction.noteRemovals()
      try commit(generation)
      transaction.tally()
      return results
    } catch {
      if !generation.environment.isPoisoned { environment.abort() }
      throw error
    }
  }

  func begin(_ generation: Generation, checks: Bool = true) throws(EnvironmentFailure) {
    try generation.environment.begin(flushes: generation.durability != .processSafe)
    // The change of generation happens within a write transaction of the old one, so after `begin` the
    // answer stands until our commit.
    guard !store.hasMoved(generation) else {
      generation.environment.abort()
      throw .moved
    }
    if checks { try check(generation) }
  }

  /// Checks the file page by page where that is due. No process writes meanwhile: we hold LMDB's lock.
  private func check(_ generation: Generation) throws(EnvironmentFailure) {
    guard generation.needsCheck.load(ordering: .relaxed) else { return }
    var found = strata_inspection()
    let code = strata_validate("\(generation.path)/data.mdb", &found)
    guard code == 0 else {
      generation.environment.abort()
      throw EnvironmentFailure(code: code)
    }
    generation.needsCheck.store(false, ordering: .relaxed)
    generation.wasChecked.store(true, ordering: .relaxed)
  }

  /// Checks early what would be checked before the first write.
  func checkIfDue() {
    guard let generation = try? store.generation(),
      generation.needsCheck.load(ordering: .relaxed)
    else { return }
    do throws(EnvironmentFailure) {
      try begin(generation)
      generation.environment.abort()
    } catch {
      if error.meaning == .damage || error.meaning == .moved {
        _ = recover(from: error, generation)
      }
    }
  }

  func commit(_ generation: Generation) throws(EnvironmentFailure) {
    try generation.environment.commit()
    if generation.durability == .processSafe { hasUnflushed = true }
  }
}
