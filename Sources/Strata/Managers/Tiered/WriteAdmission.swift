/// Decides which writes to a stack may go ahead, so that nothing that a removal took away comes back.
///
/// A pure value. Every write says on whose data it stands (`of`) and when its operation began (`asOf`):
/// both are the same for what an origin gave; a backfill or an expiry by hand copies older data. Then
/// - a write is refused while a removal is under way that covers its data;
/// - and after it, if its operation began before the removal ended: it may have read what was removed;
/// - a removal waits for the writes of what it covers that are under way when it begins.
///
/// So no write of removed data is ever at work beside the removal or after it, whatever the tiers do, and
/// what an origin gave to a load that began after the removal began is stored.
struct WriteAdmission: Sendable {
  /// What a removal takes away.
  enum Target: Hashable, Sendable {
    case key(CacheKey)
    case scope(RemovalScope)

    func covers(_ key: CacheKey, tags: [String]) -> Bool {
      switch self {
      case .key(let removed): removed == key
      case .scope(let scope): scope.covers(key, tags: tags)
      }
    }
  }

  private struct Write {
    let key: CacheKey
    let tags: [String]
    let data: Stamp
  }

  private struct Removal {
    let target: Target
    let stamp: Stamp
  }

  private var writes: [UInt64: Write] = [:]
  private var removals: [UInt64: Removal] = [:]
  /// Removals by their stamps, and by the moments at which they were over.
  private var begun = RemovalLedger(slots: 4_096)
  private var ended = RemovalLedger(slots: 4_096)
  private var lastID: UInt64 = 0

  /// Whether nothing is being removed at this moment.
  var isQuiet: Bool { removals.isEmpty }

  /// Whether a record is being removed at this moment.
  func isBeingRemoved(_ key: CacheKey, tags: @autoclosure () -> [String], data: Stamp) -> Bool {
    if removals.isEmpty { return false }
    let tags = tags()
    return removals.values.contains { data <= $0.stamp && $0.target.covers(key, tags: tags) }
  }

  /// Admits a write.
  ///
  /// - Parameters:
  ///   - data: The stamp of the record that the data come from.
  ///   - began: When the operation began; nil when the caller itself knows, once it is let in, whether
  ///     the data were removed. The ledgers are then not asked, which now and then take one key for another.
  /// - Returns: What to give to `endWrite`; nil when the write is refused.
  mutating func beginWrite(
    _ key: CacheKey, tags: [String], of data: Stamp, asOf began: Stamp?
  ) -> UInt64? {
    if isBeingRemoved(key, tags: tags, data: data) { return nil }
    if let began {
      guard
        begun.permits(key, tags: tags, asOf: data) || ended.permits(key, tags: tags, asOf: began)
      else { return nil }
    }
    lastID += 1
    writes[lastID] = Write(key: key, tags: tags, data: data)
    return lastID
  }

  mutating func endWrite(_ id: UInt64) {
    writes[id] = nil
  }

  /// Notes a removal.
  ///
  /// - Returns: What to give to `endRemoval`, and the writes that must have ended before anything is removed.
  mutating func beginRemoval(
    of target: Target, at stamp: Stamp
  ) -> (id: UInt64, waitsFor: Set<UInt64>) {
    lastID += 1
    removals[lastID] = Removal(target: target, stamp: stamp)
    Self.note(target, at: stamp, in: &begun)
    let covered = writes.filter { _, write in
      write.data <= stamp && target.covers(write.key, tags: write.tags)
    }
    return (lastID, Set(covered.keys))
  }

  /// - Parameter end: A stamp taken now.
  mutating func endRemoval(_ id: UInt64, at end: Stamp) {
    guard let removal = removals.removeValue(forKey: id) else { return }
    Self.note(removal.target, at: end, in: &ended)
  }

  private static func note(_ target: Target, at stamp: Stamp, in ledger: inout RemovalLedger) {
    switch target {
    case .key(let key): ledger.note(key, at: stamp)
    case .scope(let scope): ledger.note(scope, at: stamp)
    }
  }
}
