import CStrataLMDB
public import Strata

/// Makes a record of a value's bytes, nil where there is no value, and of its metadata.
@usableFromInline
typealias RecordDecoder =
  @Sendable (UnsafeRawBufferPointer?, RecordMetadata) throws -> AnyCacheRecord

/// The way from a key to the record on disk, which is the same for values of all types: only the decoder
/// knows the type. That it is not generic makes a read several times faster.
struct RecordFinder: Sendable {
  let store: Store
  let configuration: LMDBConfiguration
  private let decoder: RecordDecoder
  /// How old the time of use in a record must be, in seconds, before a read notes it again.
  private let useGranularity: UInt64

  /// What a look at stored bytes gave.
  private enum Found {
    case record(AnyCacheRecord, use: UInt32)
    case otherKey
    case damaged(checksum: UInt64)
    case newerVersion
    case undecodable(checksum: UInt64, String)
  }

  init(_ store: Store, _ configuration: LMDBConfiguration, _ decoder: @escaping RecordDecoder) {
    self.store = store
    self.configuration = configuration
    self.decoder = decoder
    useGranularity = UInt64(clamping: configuration.useGranularity.components.seconds)
  }

  private func decode(_ view: RecordView) throws -> AnyCacheRecord {
    try decoder(view.value, view.metadata(clock: configuration.clock))
  }

  func find(_ key: CacheKey) throws(CacheError) -> AnyCacheRecord? {
    switch store.pending.entry(for: key) {
    case .removed: return nil
    case .record(let record, _, _):
      return record.bytes.withUnsafeBytes { bytes in
        (try? RecordView(bytes)).flatMap { try? decode($0) }
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

  private func find(_ key: CacheKey, in generation: Generation) throws(EnvironmentFailure)
    -> AnyCacheRecord?
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
      return .record(try decode(view), use: view.use)
    } catch RecordView.Fault.damaged {
      return .damaged(checksum: checksum)
    } catch RecordView.Fault.newerVersion {
      return .newerVersion
    } catch {
      return .undecodable(checksum: checksum, "\(error)")
    }
  }

  private func noteUse(_ key: DataKey, _ known: UInt32, _ generation: Generation) {
    let now = DiskTime.use(configuration.clock.date)
    guard now > known, UInt64(now - known) << 6 >= useGranularity else { return }
    if store.uses.note(key, at: now) { store.queue.ring() }
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
