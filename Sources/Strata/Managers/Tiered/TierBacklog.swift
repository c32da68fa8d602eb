/// What a tier missed while it failed: writes to make up for, removals to repeat, and so which of its
/// records may be old.
///
/// A pure value. Bounded: writes over the bound are given up, and from then on all that the tier has from
/// before counts as possibly old and is bypassed, until it was removed.
struct TierBacklog<Value: Sendable>: Sendable {
  /// What to make of a record that the tier gave.
  enum Verdict {
    case use
    /// It may be old: as if the tier had none.
    case bypass
    /// The tier missed this newer one.
    case replace(CacheRecord<Value>)
  }

  /// Something to do again.
  enum Work {
    case write(CacheKey, CacheRecord<Value>)
    case delete(CacheKey, Stamp)
    case remove(RemovalScope, Stamp)
  }

  private let limit: Int
  private var writes: [CacheKey: CacheRecord<Value>] = [:]
  private var deletes: [CacheKey: Stamp] = [:]
  private var scopes: [RemovalScope: Stamp] = [:]

  init(limit: Int) {
    self.limit = limit
  }

  var isEmpty: Bool { writes.isEmpty && deletes.isEmpty && scopes.isEmpty }
  var count: Int { writes.count + deletes.count + scopes.count }

  /// A record that could not be written; the newest per key is kept.
  mutating func missed(_ record: CacheRecord<Value>, for key: CacheKey, at now: Stamp) {
    if let known = writes[key], known.stamp >= record.stamp { return }
    guard writes[key] != nil || count < limit else {
      overflow(at: now)
      return
    }
    writes[key] = record
  }

  /// A removal that could not be done.
  mutating func missed(deletionOf key: CacheKey, at stamp: Stamp) {
    if let pending = writes[key], pending.stamp <= stamp { writes[key] = nil }
    guard deletes[key] != nil || count < limit else {
      overflow(at: stamp)
      return
    }
    deletes[key] = Swift.max(deletes[key] ?? .zero, stamp)
  }

  mutating func missed(removalOf scope: RemovalScope, at stamp: Stamp) {
    drop(scope, asOf: stamp)
    guard scopes[scope] != nil || count < limit else {
      overflow(at: stamp)
      return
    }
    scopes[scope] = Swift.max(scopes[scope] ?? .zero, stamp)
  }

  /// A removal that was done: writes that wait must not bring back what it took away.
  mutating func drop(_ key: CacheKey, asOf stamp: Stamp) {
    if let pending = writes[key], pending.stamp <= stamp { writes[key] = nil }
  }

  mutating func drop(_ scope: RemovalScope, asOf stamp: Stamp) {
    writes = writes.filter { key, record in
      record.stamp > stamp || !scope.covers(key, tags: record.tags)
    }
  }

  /// What to make of what the tier gave for a key.
  func verdict(_ key: CacheKey, _ record: CacheRecord<Value>?) -> Verdict {
    if let pending = writes[key], pending.stamp > (record?.stamp ?? .zero) {
      return .replace(pending)
    }
    guard let record else { return .use }
    return isRemoved(key, record.metadata) ? .bypass : .use
  }

  /// Whether an entry was removed while the tier could not, or written while it could not.
  func isBypassed(_ entry: EntryInfo) -> Bool {
    isRemoved(entry.key, entry.metadata)
      || writes[entry.key].map { $0.stamp > entry.metadata.stamp } ?? false
  }

  private func isRemoved(_ key: CacheKey, _ record: RecordMetadata) -> Bool {
    if let stamp = deletes[key], record.stamp <= stamp { return true }
    return scopes.contains { scope, stamp in
      record.stamp <= stamp && scope.covers(key, tags: record.tags)
    }
  }

  /// Some of what is to be done again, removals first; it stays in the backlog until `done`.
  func next(_ count: Int) -> [Work] {
    var work = scopes.prefix(count).map { Work.remove($0.key, $0.value) }
    work += deletes.prefix(Swift.max(count - work.count, 0)).map { .delete($0.key, $0.value) }
    work += writes.prefix(Swift.max(count - work.count, 0)).map { .write($0.key, $0.value) }
    return work
  }

  /// Takes off what was done, unless something newer has come meanwhile.
  mutating func done(_ work: Work) {
    switch work {
    case .write(let key, let record):
      if let known = writes[key], known.stamp <= record.stamp { writes[key] = nil }
    case .delete(let key, let stamp):
      if let known = deletes[key], known <= stamp { deletes[key] = nil }
    case .remove(let scope, let stamp):
      if let known = scopes[scope], known <= stamp { scopes[scope] = nil }
    }
  }

  private mutating func overflow(at stamp: Stamp) {
    writes = [:]
    deletes = [:]
    scopes = [.everything: Swift.max(scopes[.everything] ?? .zero, stamp)]
  }
}
