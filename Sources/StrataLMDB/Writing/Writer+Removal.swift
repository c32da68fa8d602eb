import CStrataLMDB
import Strata
import Synchronization

/// Operations that take several transactions.
extension Writer {
  func perform(_ operation: WriteOperation, in generation: Generation) {
    let result: Result<Int, CacheError>
    do throws(CacheError) {
      switch operation.kind {
      case .remove(.everything, let stamp):
        try removeAll(generation, stamp)
        result = .success(1)
      case .remove(.domain(let domain), let stamp):
        result = .success(try remove(.domain(domain), stamp, generation))
      case .remove(.tag(let tag), let stamp):
        result = .success(try remove(.tag(tag), stamp, generation))
      case .sweep(let limit, let deadline):
        result = .success(try sweep(generation, limit, deadline))
      case .flush:
        if let failure = flush(generation) { throw cacheError(failure, generation) }
        result = .success(0)
      case .switchOver(let copy):
        result = .success(try switchOver(to: copy, from: generation))
      case .put, .delete, .drop:
        result = .success(0)
      }
    } catch {
      store.counters.errors.count()
      result = .failure(error)
    }
    operation.completion?.finish(result)
  }

  // MARK: Everything

  /// A new generation rather than many removals: it takes no time, works on a full disk's worth of data,
  /// and gives the space back.
  private func removeAll(_ generation: Generation, _ stamp: Stamp) throws(CacheError) {
    var generation = generation
    for _ in 0..<3 {
      do throws(EnvironmentFailure) {
        // Nobody else commits to the old one while the new one becomes current. It is not written to, so it
        // need not be checked.
        try begin(generation, checks: false)
      } catch {
        guard error.meaning == .moved || error.meaning == .damage else {
          throw cacheError(error, generation)
        }
        store.leave(
          generation, for: error.meaning == .moved ? .moved : .damage(error.message))
        generation = try store.generation()
        continue
      }
      defer { generation.environment.abort() }
      let count = (try? generation.environment.usage(writing: true).recordCount) ?? 0
      let newer = (try? WriteTransaction(generation, store).records(newerThan: stamp)) ?? []
      let next = try store.replace(generation, removedUpTo: stamp)
      store.counters.removals.count(Swift.max(0, count - newer.count))
      hasUnflushed = false
      settleOwed()
      // At worst they are lost, as a cache may.
      for batch in newer.chunks(of: Self.evictionBatch) {
        _ = try? inTransaction(next, counts: false) { transaction throws(EnvironmentFailure) in
          for (key, record, stamp) in batch {
            let operation = WriteOperation(kind: .put(key, record, asOf: stamp))
            _ = try transaction.apply(operation, next.hasher.key(key))
          }
        }
      }
      return
    }
    throw store.unavailableError
  }

  // MARK: A domain or a tag

  private func remove(_ scope: RemovalScope, _ stamp: Stamp, _ generation: Generation)
    throws(CacheError) -> Int
  {
    let walk: ScopeWalk =
      switch scope {
      case .domain(let domain): .domain(domain, prefix: generation.hasher.prefix(ofDomain: domain))
      case .tag(let tag): .tag(tag, hash: generation.hasher.hash(tag).0)
      case .everything: .domain("", prefix: 0)
      }
    var position = walk.start
    var total = 0
    var isFirst = true
    while true {
      let step = try inTransaction(generation) { transaction throws(EnvironmentFailure) in
        if isFirst {
          // Noted before anything goes, so that no write that began earlier slips in behind the walk.
          try RemovalSlots.note(
            RemovalSlots.slot(of: scope, generation.hasher), at: stamp, in: transaction.environment)
        }
        return try transaction.removeStep(walk, from: position, stamp, Self.evictionBatch)
      }
      isFirst = false
      total += step.removed
      store.counters.removals.count(step.removed)
      guard let next = step.next else { return total }
      position = next
    }
  }

  /// Runs `body` in a transaction of its own.
  func inTransaction<R>(
    _ generation: Generation, counts: Bool = true,
    _ body: (WriteTransaction) throws(EnvironmentFailure) -> R
  ) throws(CacheError) -> R {
    do throws(EnvironmentFailure) {
      try begin(generation)
      let transaction = WriteTransaction(generation, store)
      do throws(EnvironmentFailure) {
        let result = try body(transaction)
        try commit(generation)
        if counts { transaction.tally() }
        return result
      } catch {
        if !generation.environment.isPoisoned { generation.environment.abort() }
        throw error
      }
    } catch {
      if error.meaning == .damage || error.meaning == .moved || error.meaning == .disk {
        _ = recover(from: error, generation)
      }
      throw cacheError(error, generation)
    }
  }

  // MARK: Sweep

  private func sweep(_ generation: Generation, _ limit: Int, _ deadline: DeadlineRule)
    throws(CacheError) -> Int
  {
    let clock = store.configuration.clock
    var total = 0
    while total < limit {
      let now = DiskTime.seconds(clock.date)
      let step = try inTransaction(generation) { transaction throws(EnvironmentFailure) in
        try transaction.sweepStep(
          before: now, Swift.min(Self.evictionBatch, limit - total), clock, deadline)
      }
      total += step.removed
      if step.isDone { break }
    }
    let before = store.counters.evictions.load(ordering: .relaxed)
    if total < limit { makeRoom(in: generation, bytes: 0, force: false) }
    return total + store.counters.evictions.load(ordering: .relaxed) - before
  }
}

extension Array {
  fileprivate func chunks(of size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}

/// A walk over all that a scope covers.
enum ScopeWalk {
  case domain(String, prefix: UInt32)
  case tag(String, hash: UInt64)

  var start: [UInt8] {
    switch self {
    case .domain(_, let prefix): withUnsafeBytes(of: prefix.bigEndian) { Array($0) }
    case .tag(_, let hash): withUnsafeBytes(of: hash.bigEndian) { Array($0) }
    }
  }

  var database: Database {
    switch self {
    case .domain: .data
    case .tag: .tags
    }
  }

  /// The record that an entry of the walked database stands for; nil when the walk is over.
  func dataKey(_ bytes: UnsafeRawBufferPointer) -> DataKey? {
    switch self {
    case .domain(_, let prefix):
      guard let key = DataKey(bytes), UInt32(key.high >> 32) == prefix else { return nil }
      return key
    case .tag(_, let hash):
      guard let entry = IndexKey(bytes), entry.order == hash else { return nil }
      return entry.data
    }
  }

  func covers(_ view: RecordView) -> Bool {
    switch self {
    case .domain(let domain, _):
      view.cacheKey.domain.map { Array($0.utf8) == Array(domain.utf8) } ?? false
    case .tag(let tag, _): view.extras.tags.contains(tag)
    }
  }
}
