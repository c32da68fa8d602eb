import CStrataLMDB
public import Strata
import Synchronization

extension LMDBCacheManager {
  /// The record of a key, fresh or not. Runs on the caller's thread and never suspends.
  ///
  /// What does not check out, or can't be decoded any more, is a miss.
  ///
  /// - Throws: `.closed` after `close()`, `.unavailable` while the tier is off, `.inUse` in a child process.
  public func fetch(_ key: CacheKey) async throws(CacheError) -> CacheRecord<Value>? {
    let record = try find(key)
    if record == nil { store.counters.misses.count() } else { store.counters.hits.count() }
    return record
  }

  /// The record of a key; where there is none, an empty one, which is queued to be stored: losing it loses
  /// nothing, so nobody waits for that.
  public func fetchOrInsert(_ key: CacheKey) async throws(CacheError) -> CacheRecord<Value> {
    let began = configuration.clock.nextStamp()
    if let known = try await fetch(key) { return known }
    let empty = CacheRecord<Value>.empty(clock: configuration.clock)
    if let bytes = try? bytes(of: empty, for: key) {
      do throws(CacheError) {
        try store.queueBehind(
          key, bytes, stamp: empty.stamp, isFilled: false, asOf: began)
      } catch  where error.code == .busy {
        // The key is simply not known yet.
      }
    }
    return empty
  }

  /// The records of several keys, in their order.
  public func fetch(_ keys: [CacheKey]) async throws(CacheError) -> [CacheRecord<Value>?] {
    var records: [CacheRecord<Value>?] = []
    records.reserveCapacity(keys.count)
    for key in keys { records.append(try await fetch(key)) }
    return records
  }

  private func find(_ key: CacheKey) throws(CacheError) -> CacheRecord<Value>? {
    guard !lease.isReleased else { throw store.closedError }
    switch store.pending.entry(for: key) {
    case .removed: return nil
    case .record(let record, _, _):
      return record.bytes.withUnsafeBytes { bytes in
        (try? RecordView(bytes)).flatMap { try? self.record($0) }
      }
    case nil: break
    }
    // Once more when another process has changed the generation.
    for _ in 0..<2 {
      let generation = try store.generation()
      do throws(EnvironmentFailure) {
        return try find(key, in: generation)
      } catch {
        if let thrown = store.readFailed(error, in: generation) { throw thrown }
        guard error.meaning == .moved || error.meaning == .closed else { return nil }
      }
    }
    return nil
  }

  /// What a look at stored bytes gave.
  private enum Found {
    case record(CacheRecord<Value>, use: UInt32)
    case otherKey
    case damaged(checksum: UInt64)
    case newerVersion
    case undecodable(checksum: UInt64, String)
  }

  private func find(_ key: CacheKey, in generation: Generation) throws(EnvironmentFailure)
    -> CacheRecord<Value>?
  {
    var place = generation.hasher.key(key)
    var found = try generation.environment.read(.data, place) { look($0, key) }
    var others: [DataKey]?
    while true {
      switch found {
      case .record(let record, let use):
        noteUse(place, use, generation)
        return record
      case .damaged(let checksum):
        store.dropDamaged(place, checksum, in: generation)
        return nil
      case .undecodable(let checksum, let reason):
        store.counters.corruptions.count()
        store.events.send(.undecodable(key: key.text, reason: reason))
        store.drop(place, checksum, in: generation)
        return nil
      case .newerVersion: return nil
      case nil, .otherKey:
        // Only keys of the same hash have numbered places after the first.
        if others == nil {
          if found == nil, place.probe == 0, !generation.mayHaveCollisions { return nil }
          others = try generation.environment.places(of: place)
        }
        guard let next = others?.popLast() else { return nil }
        place = next
        found = try generation.environment.read(.data, place) { look($0, key) }
      }
    }
  }

  private func look(_ bytes: UnsafeRawBufferPointer, _ key: CacheKey) -> Found {
    var checksum: UInt64 {
      bytes.count >= 16
        ? UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)) : 0
    }
    do {
      let view = try RecordView(bytes)
      guard view.hasKey(key.text) else { return .otherKey }
      return .record(try record(view), use: view.use)
    } catch RecordView.Fault.damaged {
      return .damaged(checksum: checksum)
    } catch RecordView.Fault.newerVersion {
      return .newerVersion
    } catch {
      return .undecodable(checksum: checksum, "\(error)")
    }
  }

  private func record(_ view: RecordView) throws -> CacheRecord<Value> {
    let value = try view.value.map { try codec.decode($0) }
    return CacheRecord(value: value, metadata: view.metadata(clock: configuration.clock))
  }

  private func noteUse(_ key: DataKey, _ known: UInt32, _ generation: Generation) {
    let now = DiskTime.use(configuration.clock.date)
    guard now > known, UInt64(now - known) << 6 >= useGranularity else { return }
    if store.uses.note(key, at: now) { store.queue.ring() }
  }

  private var useGranularity: UInt64 {
    UInt64(clamping: configuration.useGranularity.components.seconds)
  }
}

extension Environment {
  /// The numbered places that keys of one hash take after the first.
  fileprivate func places(of first: DataKey) throws(EnvironmentFailure) -> [DataKey] {
    var places: [DataKey] = []
    let start = first.withBytes { Array($0) }
    try scan(.data, from: start, after: true, limit: 256, keysOnly: true).walk { bytes, _ in
      guard let key = DataKey(bytes), key.sharesHash(with: first) else { return false }
      places.append(key)
      return true
    }
    return places
  }
}
