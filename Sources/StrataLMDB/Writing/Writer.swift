import Strata
import Synchronization

/// The one thread of a store that writes: it takes what is queued, as it is, into one transaction, and
/// answers after the commit.
///
/// It alone may be held up by another process's transaction. Nothing of the user's runs on it, and nothing
/// waits while a transaction is open.
final class Writer {
  static let batchCount = 1_000
  static let batchBytes = 4 << 20
  static let evictionBatch = 256

  let store: Store
  /// When dead readers were looked for, notes of use written, and unflushed writes flushed.
  private var lastUpkeep = ContinuousClock.now
  private var lastFlush = ContinuousClock.now
  var hasUnflushed = false
  /// Removals that could not be committed; what they cover is hidden until they are.
  var owed: [CacheKey: (stamp: Stamp, sequence: UInt64)] = [:]
  /// While set, the disk refuses writes, and so do we until then.
  var degradedUntil: ContinuousClock.Instant?
  private var degradedPause: Duration = .seconds(1)
  /// Set by a fault within a transaction: this thread has to leave.
  var mustLeave = false

  private var nextCleaning = ContinuousClock.now

  private var nextLook = ContinuousClock.now

  static let lookInterval: Duration = .seconds(1)
  static let cleaningInterval: Duration = .seconds(5)
  static let upkeepInterval: Duration = .seconds(30)
  static let flushInterval: Duration = .seconds(1)

  init(_ store: Store) {
    self.store = store
  }

  func run() {
    checkIfDue()
    while true {
      let next = store.queue.next
      if next.isEmpty {
        if store.queue.isClosed { break }
        upkeep()
        store.queue.wait(milliseconds: pause)
      } else {
        step(isSimple: next.isSimple)
      }
      if mustLeave {
        store.replaceWriter()
        return
      }
    }
    shutDown()
  }

  /// How long to wait for work until something else is due.
  private var pause: Int {
    if hasUnflushed || !owed.isEmpty { return 1_000 }
    return store.hasOldGenerations.load(ordering: .relaxed) ? 5_000 : 30_000
  }

  /// One batch of simple operations, or one that needs transactions of its own.
  private func step(isSimple: Bool) {
    store.retryIfDue()
    let generation: Generation
    do throws(CacheError) {
      generation = try store.generation()
    } catch {
      return fail(store.queue.take(count: Self.batchCount, bytes: Self.batchBytes), error)
    }
    if isSimple {
      writeBatch(in: generation)
    } else if let operation = store.queue.take(count: 1, bytes: .max).first {
      perform(operation, in: generation)
    }
    if hasUnflushed { flushIfDue(generation) }
    upkeep()
  }

  // MARK: Answers

  func finish(_ operation: WriteOperation, _ result: Result<Int, CacheError>) {
    if case .put(let key, _, _) = operation.kind { store.pending.settle(key, operation.pending) }
    if case .delete(let key, _) = operation.kind { store.pending.settle(key, operation.pending) }
    operation.completion?.finish(result)
  }

  /// None of these was done. What they would have replaced or removed is hidden from reads.
  func fail(_ operations: [WriteOperation], _ error: CacheError) {
    for operation in operations {
      store.counters.errors.count()
      switch operation.kind {
      case .put(let key, let record, _):
        let stamp = record.bytes.withUnsafeBytes { (try? RecordView($0))?.stamp } ?? .zero
        // An empty record replaces nothing, so nothing older can come to light.
        if stamp == .zero {
          store.pending.settle(key, operation.pending)
        } else {
          owe(key, stamp, operation.pending)
        }
      case .delete(let key, let stamp): owe(key, stamp, operation.pending)
      case .remove, .sweep, .drop, .flush, .switchOver: break
      }
      operation.completion?.finish(.failure(error))
    }
  }

  private func owe(_ key: CacheKey, _ stamp: Stamp, _ pending: UInt64) {
    let sequence = pending == 0 ? store.pending.nextSequence() : pending
    store.pending.hide(key, at: stamp, sequence)
    if let known = owed.updateValue((stamp, sequence), forKey: key) {
      owed[key]?.stamp = Swift.max(stamp, known.stamp)
    }
    // Too many to remember: rather no tier than old answers.
    if owed.count > 10_000, let generation = try? store.generation() {
      store.leave(generation, for: .damage("the disk has refused too many removals"))
      settleOwed()
    }
  }

  func settleOwed() {
    for (key, debt) in owed { store.pending.settle(key, debt.sequence) }
    owed = [:]
  }

  // MARK: Trouble

  /// Whether writes are refused for now.
  var isDegraded: Bool { degradedUntil.map { $0 > .now } ?? false }

  func noteDiskFailure(_ failure: EnvironmentFailure) {
    if degradedUntil == nil { store.events.send(.degraded(reason: failure.message)) }
    degradedUntil = .now + degradedPause
    degradedPause = Swift.min(degradedPause * 2, .seconds(60))
  }

  func noteDiskSuccess() {
    guard degradedUntil != nil else { return }
    degradedUntil = nil
    degradedPause = .seconds(1)
    store.events.send(.recovered)
  }

  func cacheError(_ failure: EnvironmentFailure, _ generation: Generation) -> CacheError {
    failure.cacheError(tier: store.configuration.name, path: generation.path)
  }

  // MARK: Upkeep

  private func upkeep() {
    let now = ContinuousClock.now
    if now >= nextCleaning {
      store.cleanUp()
      nextCleaning = now + Self.cleaningInterval
    }
    guard let generation = try? store.generation() else { return store.retryIfDue() }
    if hasUnflushed { flushIfDue(generation) }
    if now >= nextLook {
      nextLook = now + Self.lookInterval
      store.followDirectory(generation)
    }
    let isDue = now - lastUpkeep >= Self.upkeepInterval
    if isDue {
      lastUpkeep = now
      generation.environment.clearDeadReaders()
    }
    if isDue || store.uses.isFull { writeUses(in: generation) }
    if !owed.isEmpty, !isDegraded { writeBatch(in: generation) }
  }

  private func flushIfDue(_ generation: Generation) {
    guard ContinuousClock.now - lastFlush >= Self.flushInterval else { return }
    flush(generation)
  }

  /// Brings what was committed without a flush to the medium.
  @discardableResult
  func flush(_ generation: Generation) -> EnvironmentFailure? {
    lastFlush = .now
    guard hasUnflushed else { return nil }
    do throws(EnvironmentFailure) {
      try generation.environment.sync()
      hasUnflushed = false
      return nil
    } catch {
      return error
    }
  }

  private func shutDown() {
    if let generation = try? store.generation() {
      writeUses(in: generation)
      let failure = flush(generation)
      store.letGo(
        of: generation,
        isClean: failure == nil && owed.isEmpty && !generation.environment.isPoisoned)
    }
    store.ended.finish(.success(0))
  }
}
