import CStrataLMDB
import Strata
import Synchronization

/// The ways into the queue.
extension Store {
  /// Queues an operation and waits for its answer.
  ///
  /// - Parameter force: Queues it even when the queue is full: for removals.
  nonisolated(nonsending) func run(_ kind: WriteOperation.Kind, force: Bool = false)
    async throws(CacheError) -> Int
  {
    let completion = newCompletion()
    var operation = WriteOperation(kind: kind, completion: completion)
    if case .remove(let scope, let stamp) = kind, let hasher = try? generation().hasher {
      operation.place = .removal(RemovalSlots.slot(of: scope, hasher), stamp)
    }
    try enqueue(operation, force: force)
    return try await completion.value()
  }

  /// Removes a key: at once for this process's reads, and on the disk when it returns.
  nonisolated(nonsending) func delete(_ key: CacheKey, asOf stamp: Stamp) async throws(CacheError)
    -> Bool
  {
    let completion = newCompletion()
    let sequence = pending.nextSequence()
    let slot = (try? generation()).map { RemovalSlots.Slot.key($0.hasher.key(key)) }
    // Something newer that is pending stays; the writer decides in the same way.
    let wasPending = try pending.update(key) { known throws(CacheError) in
      let operation = { (sequence: UInt64) in
        WriteOperation(
          kind: .delete(key, stamp), place: slot.map { .removal($0, stamp) },
          completion: completion, pending: sequence)
      }
      if case .record(_, let newer, _) = known, newer > stamp {
        try enqueue(operation(0), force: true)
        return (nil, false)
      }
      try enqueue(operation(sequence), force: true)
      let entry = PendingWrites.Entry(content: .removed(stamp), sequence: sequence)
      if case .record = known { return (entry, true) }
      return (entry, false)
    }
    return try await completion.value() > 0 || wasPending
  }

  /// Queues a record without waiting for its commit; reads see it at once.
  ///
  /// - Returns: Whether it counts as stored: what is pending or on the disk is older, and no removal came
  ///   between.
  @discardableResult
  func queueBehind(
    _ key: CacheKey, _ record: RecordBytes, stamp: Stamp, isFilled: Bool, asOf began: Stamp
  ) throws(CacheError) -> Bool {
    let generation = try generation()
    let sequence = pending.nextSequence()
    let isStored = try pending.update(key) {
      known throws(CacheError) -> (PendingWrites.Entry?, Bool) in
      switch known {
      case .record(_, let old, let oldIsFilled):
        if isFilled ? oldIsFilled && old >= stamp : true { return (nil, false) }
      case .removed(let removed):
        if began <= removed { return (nil, false) }
      case nil: break
      }
      guard removals.withLock({ $0.permits(key, asOf: began) }) else { return (nil, false) }
      let dataKey = generation.hasher.key(key)
      guard
        permits(
          key, dataKey, stamp, isFilled, asOf: began, in: generation, hasRemoval: known != nil)
      else { return (nil, false) }
      let operation = WriteOperation(
        kind: .put(key, record, asOf: began), place: .put(dataKey, asOf: began), pending: sequence)
      guard try enqueue(operation) else { return (nil, false) }
      let content = PendingWrites.Content.record(record, stamp: stamp, isFilled: isFilled)
      return (PendingWrites.Entry(content: content, sequence: sequence), true)
    }
    if !isStored, isFilled { counters.refusedUpdates.count() }
    return isStored
  }

  /// The rules of the writer's transaction, by what is committed now.
  ///
  /// - Parameter hasRemoval: Something is pending, which is newer than what the disk has.
  private func permits(
    _ key: CacheKey, _ dataKey: DataKey, _ stamp: Stamp, _ isFilled: Bool, asOf began: Stamp,
    in generation: Generation, hasRemoval: Bool
  ) -> Bool {
    let environment = generation.environment
    if !hasRemoval {
      let loses = try? environment.read(.data, dataKey) { bytes -> Bool in
        guard let old = try? RecordView(bytes), old.hasKey(key.text) else { return false }
        return isFilled ? old.isFilled && old.stamp >= stamp : true
      }
      if loses ?? nil ?? false { return false }
    }
    let newest = environment.removalStamp(.latest)
    if began > newest { return true }
    return RemovalSlots.covering(dataKey).allSatisfy { began > environment.removalStamp($0) }
  }

  /// Has a record that does not check out removed, and the whole database set aside when there are several.
  func dropDamaged(_ key: DataKey, _ checksum: UInt64, in generation: Generation) {
    counters.corruptions.count()
    // Where one record is damaged, more may be; nothing is written before that is known.
    generation.needsCheck.store(true, ordering: .relaxed)
    let count = generation.damagedRecords.add(1, ordering: .relaxed).newValue
    if count > Generation.damageLimit {
      leave(generation, for: .damage("\(count) of its records do not check out"))
    } else {
      drop(key, checksum, in: generation)
    }
  }

  /// Has a record removed that is of no use, when the writer comes to it.
  func drop(_ key: DataKey, _ checksum: UInt64, in generation: Generation) {
    // Where the queue is full it stays, and the next read asks again.
    try? queue.enqueue(
      WriteOperation(kind: .drop(key, checksum: checksum, generation: generation.number)))
  }

  /// Waits until the writer thread has written out everything and closed the database.
  nonisolated(nonsending) func waitForEnd() async throws(CacheError) {
    let limit = Completion(deadline: .now)
    let time = configuration.writeTimeLimit
    let late = lateError
    let timer = Task.detached {
      try await Task.sleep(for: time, clock: .continuous)
      limit.finish(.failure(late))
    }
    defer { timer.cancel() }
    ended.whenDone { limit.finish(.success(0)) }
    _ = try await limit.value()
  }

  var lateError: CacheError {
    CacheError(
      .busy, tier: configuration.name, path: root.path,
      message: "the writer thread is held up; it goes on by itself",
      hint: "look for a stopped process that uses this cache, or a slow disk")
  }

  private func newCompletion() -> Completion {
    Completion(deadline: .now + configuration.writeTimeLimit)
  }

  /// - Returns: false when a removal that is queued comes between.
  @discardableResult
  func enqueue(_ operation: WriteOperation, force: Bool = false) throws(CacheError) -> Bool {
    do throws(WriteQueue.Refusal) {
      try queue.enqueue(operation, force: force)
      return true
    } catch {
      switch error {
      case .removed: return false
      case .closed: throw closedError
      case .full:
        counters.errors.count()
        throw CacheError(
          .busy, tier: configuration.name, path: root.path, message: "the queue of writes is full",
          hint: "write less at once, or raise queueLimit and queueByteLimit")
      }
    }
  }
}

extension Environment {
  /// A removal slot's stamp, by what is committed.
  fileprivate func removalStamp(_ slot: RemovalSlots.Slot) -> Stamp {
    slot.withBytes { name in
      Self.withGrowingBuffer { buffer, length in
        strata_get(
          handle, Database.removed.rawValue, name.baseAddress, name.count, buffer.baseAddress,
          buffer.count, &length)
      } body: {
        RemovalSlots.stamp($0)
      }
    }.map { $0 ?? .zero }.unwrapped(or: .zero)
  }
}

extension Result {
  fileprivate func unwrapped(or fallback: Success) -> Success {
    if case .success(let value) = self { value } else { fallback }
  }
}
