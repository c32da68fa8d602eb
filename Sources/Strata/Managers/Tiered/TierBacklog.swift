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

  /// A removal that the tier missed.
  private struct Removal {
    var stamp: Stamp
    /// Whether the tier said that it can't do it at all: it is not tried again, and what it covers is
    /// bypassed for good.
    var isHopeless: Bool
  }

  private let limit: Int
  private var writes: [CacheKey: CacheRecord<Value>] = [:]
  private var deletes: [CacheKey: Removal] = [:]
  private var scopes: [RemovalScope: Removal] = [:]
  private var hopelessCount = 0

  init(limit: Int) {
    self.limit = limit
  }

  var isEmpty: Bool { count == 0 }
  var count: Int { writes.count + deletes.count + scopes.count }
  /// Whether there is something to do again.
  var hasWork: Bool { count > hopelessCount }

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
  ///
  /// - Parameter isHopeless: Whether it is not to be tried again.
  mutating func missed(deletionOf key: CacheKey, at stamp: Stamp, isHopeless: Bool = false) {
    drop(key, asOf: stamp)
    guard deletes[key] != nil || count < limit else {
      overflow(at: stamp)
      return
    }
    note(stamp, isHopeless, in: \.deletes, for: key)
  }

  mutating func missed(removalOf scope: RemovalScope, at stamp: Stamp, isHopeless: Bool = false) {
    drop(scope, asOf: stamp)
    guard scopes[scope] != nil || count < limit else {
      overflow(at: stamp)
      return
    }
    note(stamp, isHopeless, in: \.scopes, for: scope)
  }

  /// A removal that was done, or is missed: writes that wait must not bring back what it took away.
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
    let isOld = { (removal: Removal?) in removal.map { record.stamp <= $0.stamp } ?? false }
    if isOld(deletes[key]) { return true }
    if scopes.isEmpty { return false }
    if isOld(scopes[.everything]) { return true }
    if let domain = key.domain, isOld(scopes[.domain(domain)]) { return true }
    return record.tags.contains { isOld(scopes[.tag($0)]) }
  }

  /// Whether a record is still to be written.
  func isPending(_ record: CacheRecord<Value>, for key: CacheKey) -> Bool {
    writes[key]?.stamp == record.stamp
  }

  /// Some of what is to be done again; it stays in the backlog until `done`.
  ///
  /// Writes come first: none of them is covered by a removal that waits, and a tier that has noted a removal may
  /// refuse what it can't tell from the removed.
  func next(_ count: Int) -> [Work] {
    var work: [Work] = []
    for (key, record) in writes.prefix(count) { work.append(.write(key, record)) }
    for (scope, removal) in scopes where !removal.isHopeless && work.count < count {
      work.append(.remove(scope, removal.stamp))
    }
    for (key, removal) in deletes where !removal.isHopeless && work.count < count {
      work.append(.delete(key, removal.stamp))
    }
    return work
  }

  /// Takes off what was done, unless something newer has come meanwhile.
  mutating func done(_ work: Work) {
    switch work {
    case .write(let key, let record):
      if let known = writes[key], known.stamp <= record.stamp { writes[key] = nil }
    case .delete(let key, let stamp):
      if let known = deletes[key], known.stamp <= stamp { deletes[key] = nil }
    case .remove(let scope, let stamp):
      if let known = scopes[scope], known.stamp <= stamp { scopes[scope] = nil }
    }
  }

  private mutating func note<Key>(
    _ stamp: Stamp, _ isHopeless: Bool,
    in removals: WritableKeyPath<TierBacklog, [Key: Removal]>, for key: Key
  ) {
    let known = self[keyPath: removals][key]
    if known?.isHopeless == true { hopelessCount -= 1 }
    if isHopeless { hopelessCount += 1 }
    self[keyPath: removals][key] = Removal(
      stamp: Swift.max(known?.stamp ?? .zero, stamp), isHopeless: isHopeless)
  }

  private mutating func overflow(at stamp: Stamp) {
    // What is given up must be covered by what is bypassed instead: nothing of it may be newer.
    var latest = stamp
    for record in writes.values { latest = Swift.max(latest, record.stamp) }
    for removal in deletes.values { latest = Swift.max(latest, removal.stamp) }
    for removal in scopes.values { latest = Swift.max(latest, removal.stamp) }
    let isHopeless = scopes[.everything]?.isHopeless ?? false
    writes = [:]
    deletes = [:]
    scopes = [.everything: Removal(stamp: latest, isHopeless: isHopeless)]
    hopelessCount = isHopeless ? 1 : 0
  }
}
