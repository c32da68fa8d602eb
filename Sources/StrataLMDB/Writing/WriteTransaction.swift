import CStrataLMDB
import Strata
import Synchronization

/// The rules of records, removals and indexes, within one write transaction.
///
/// Counts are kept aside until the commit has succeeded.
final class WriteTransaction {
  let generation: Generation
  let environment: Environment
  private let store: Store
  private var newestRemoval: Stamp?
  /// Removals of this batch, by key, until ``noteRemovals()``.
  private var batchRemovals: [DataKey: Stamp] = [:]
  private var updates = 0
  private var refusals = 0
  private var removals = 0
  private var corruptions = 0
  var evictions = 0
  var expirations = 0

  init(_ generation: Generation, _ store: Store) {
    self.generation = generation
    self.store = store
    environment = generation.environment
  }

  func key(of operation: WriteOperation) -> DataKey {
    switch operation.kind {
    case .put(let key, _, _), .delete(let key, _): generation.hasher.key(key)
    case .drop(let key, _, _): key
    case .remove, .sweep, .flush, .switchOver: DataKey(high: 0, low: 0)
    }
  }

  /// - Returns: How many records were stored or removed.
  func apply(_ operation: WriteOperation, _ dataKey: DataKey) throws(EnvironmentFailure) -> Int {
    switch operation.kind {
    case .put(let key, let record, let began):
      return try put(key, dataKey, record, asOf: began) ? 1 : 0
    case .delete(let key, let stamp):
      return try delete(key, asOf: stamp, counts: true) ? 1 : 0
    case .drop(let key, let checksum, let number):
      guard number == generation.number else { return 0 }
      return try drop(key, checksum: checksum) ? 1 : 0
    case .remove, .sweep, .flush, .switchOver: return 0
    }
  }

  /// Adds what this transaction did to the store's counters.
  func tally() {
    store.counters.updates.count(updates)
    store.counters.refusedUpdates.count(refusals)
    store.counters.removals.count(removals)
    store.counters.corruptions.count(corruptions)
    store.counters.evictions.count(evictions)
    store.counters.expirations.count(expirations)
  }

  // MARK: Records

  private func put(_ key: CacheKey, _ first: DataKey, _ record: RecordBytes, asOf began: Stamp)
    throws(EnvironmentFailure) -> Bool
  {
    let new = record.bytes.withUnsafeBytes { bytes in
      // Built by us a moment ago.
      (try? RecordView(bytes)).map { Summary($0) }
    }
    guard let new else { return false }
    let place = try find(key, first)
    if let old = place.old {
      let loses = new.isFilled ? (old.isFilled && old.stamp >= new.stamp) : true
      if loses {
        if new.isFilled { refusals += 1 }
        return false
      }
    }
    guard try permits(first, asOf: began) else {
      refusals += 1
      return false
    }
    try store(record, at: place.key, new, replacing: place.old)
    updates += 1
    return true
  }

  func delete(_ key: CacheKey, asOf stamp: Stamp, counts: Bool) throws(EnvironmentFailure) -> Bool {
    let first = generation.hasher.key(key)
    batchRemovals[first] = Swift.max(batchRemovals[first] ?? .zero, stamp)
    let place = try find(key, first)
    guard let old = place.old, old.stamp <= stamp else { return false }
    try remove(place.key, old)
    if counts { removals += 1 }
    return true
  }

  /// Notes the batch's removals for the writes of later transactions; before the commit.
  ///
  /// Not earlier: keys share slots, and a batch is applied in the order of its keys, so a removal's slot would
  /// refuse another key's write that was queued, and reported as stored, before the removal came.
  func noteRemovals() throws(EnvironmentFailure) {
    for (key, stamp) in batchRemovals {
      try RemovalSlots.note(.key(key), at: stamp, in: environment)
    }
  }

  /// Removes a record that a reader could not use, unless another one has taken its place.
  private func drop(_ key: DataKey, checksum: UInt64) throws(EnvironmentFailure) -> Bool {
    let found = try read(key) { bytes -> (isSame: Bool, summary: Summary?) in
      let sum =
        bytes.count >= 16
        ? UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)) : 0
      return (sum == checksum, (try? RecordView(bytes)).map { Summary($0) })
    }
    guard let found, found.isSame else { return false }
    try remove(key, found.summary)
    return true
  }

  /// Stores bytes and moves the record's entries in the indexes.
  func store(_ record: RecordBytes, at key: DataKey, _ new: Summary, replacing old: Summary?)
    throws(EnvironmentFailure)
  {
    try record.bytes.withUnsafeBytes { value in
      key.withBytes { key in
        Result { () throws(EnvironmentFailure) in try environment.put(.data, key, value) }
      }
    }.get()
    try move(.expiry, key, from: old?.deadline, to: new.deadline)
    try move(.use, key, from: old.map { UInt64($0.use) }, to: UInt64(new.use))
    guard !new.tags.isEmpty || !(old?.tags.isEmpty ?? true), new.tags != old?.tags else { return }
    for tag in old?.tags ?? [] { try move(.tags, key, from: hash(tag), to: nil) }
    for tag in new.tags { try move(.tags, key, from: nil, to: hash(tag)) }
  }

  /// Removes a record and its entries in the indexes. What stands in them for a record that can't be read
  /// any more is removed when they are next walked.
  func remove(_ key: DataKey, _ old: Summary?) throws(EnvironmentFailure) {
    try key.withBytes { key in
      Result { () throws(EnvironmentFailure) in _ = try environment.delete(.data, key) }
    }.get()
    guard let old else { return }
    try move(.expiry, key, from: old.deadline, to: nil)
    try move(.use, key, from: UInt64(old.use), to: nil)
    for tag in old.tags { try move(.tags, key, from: hash(tag), to: nil) }
  }

  func move(_ index: Database, _ key: DataKey, from old: UInt64?, to new: UInt64?)
    throws(EnvironmentFailure)
  {
    guard old != new else { return }
    if let old {
      try IndexKey(old, key).withBytes { key in
        Result { () throws(EnvironmentFailure) in _ = try environment.delete(index, key) }
      }.get()
    }
    if let new {
      try IndexKey(new, key).withBytes { key in
        Result { () throws(EnvironmentFailure) in
          try environment.put(index, key, UnsafeRawBufferPointer(start: nil, count: 0))
        }
      }.get()
    }
  }

  func hash(_ tag: String) -> UInt64 { generation.hasher.hash(tag).0 }

  private func permits(_ key: DataKey, asOf began: Stamp) throws(EnvironmentFailure) -> Bool {
    if let removal = batchRemovals[key], began <= removal { return false }
    // Nearly all writes began after all removals: one look answers for the whole batch.
    if newestRemoval == nil { newestRemoval = try RemovalSlots.read(.latest, in: environment) }
    if let newestRemoval, began > newestRemoval { return true }
    return try RemovalSlots.permits(key, asOf: began, in: environment)
  }

  // MARK: Finding

  /// Where a key's record is, or where a new one goes.
  private func find(_ key: CacheKey, _ first: DataKey) throws(EnvironmentFailure)
    -> (key: DataKey, old: Summary?)
  {
    let found = try read(first) { Self.look($0, key.text) }
    if case .same(let summary) = found { return (first, summary) }
    if case .damaged = found { try noteDamage() }
    // Keys of one hash take numbered places, and removals leave gaps: all that are taken are looked at.
    var taken: Set<UInt8> = []
    if case .other = found { taken.insert(0) }
    var place = first
    while let next = try next(after: place) {
      place = next
      switch try read(next, { Self.look($0, key.text) }) {
      case .same(let summary): return (next, summary)
      case .other: taken.insert(next.probe)
      case .damaged, nil: break
      }
    }
    // 256 keys of one 96-bit hash don't happen; the last place would then be shared.
    return (first.with(probe: (0...UInt8.max).first { !taken.contains($0) } ?? .max), nil)
  }

  /// Where one record is damaged, the pages that a write would change may be, too.
  private func noteDamage() throws(EnvironmentFailure) {
    corruptions += 1
    guard !generation.wasChecked.load(ordering: .relaxed) else { return }
    generation.needsCheck.store(true, ordering: .relaxed)
    throw .recheck
  }

  /// The next place that is taken by a key of the same hash.
  private func next(after key: DataKey) throws(EnvironmentFailure) -> DataKey? {
    let start = key.withBytes { Array($0) }
    var next: DataKey?
    try environment.scan(
      .data, from: start, after: true, limit: 1, keysOnly: true, writing: true
    ).walk { found, _ in
      next = DataKey(found)
      return false
    }
    return next.flatMap { $0.sharesHash(with: key) ? $0 : nil }
  }

  private enum Found {
    case same(Summary)
    case other
    case damaged
  }

  private static func look(_ bytes: UnsafeRawBufferPointer, _ text: String) -> Found {
    do throws(RecordView.Fault) {
      let view = try RecordView(bytes)
      return view.hasKey(text) ? .same(Summary(view)) : .other
    } catch {
      return .damaged
    }
  }

  func read<R>(_ key: DataKey, _ body: (UnsafeRawBufferPointer) -> R) throws(EnvironmentFailure)
    -> R?
  {
    try key.withBytes { key in
      Result { () throws(EnvironmentFailure) in try environment.get(.data, key, body) }
    }.get()
  }
}

extension WriteTransaction {
  /// What the rules need to know of a record.
  struct Summary {
    let stamp: Stamp
    let isFilled: Bool
    let deadline: UInt64?
    let use: UInt32
    let tags: [String]

    init(_ view: RecordView) {
      stamp = view.stamp
      isFilled = view.isFilled
      deadline = view.deadline
      use = view.use
      tags = view.flags.contains(.tagged) ? view.extras.tags : []
    }
  }
}
