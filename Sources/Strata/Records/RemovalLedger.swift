/// When what was last removed, in a fixed amount of memory: what keeps a removal from being undone by a
/// read or a load that began before it.
///
/// A manager notes each removal with its stamp, and refuses a write whose operation began before a
/// removal that covers its key:
///
/// ```swift
/// state.withLock { state in
///   guard state.removals.permits(key, asOf: began) else { return false }
///   …
/// }
/// ```
///
/// Both must happen under the lock that guards the entries, so that a write is either before the removal,
/// which then takes it away, or after it, and refused.
///
/// Keys and domains share slots by their hash: now and then a write is refused because of the removal of
/// another key. That costs a backfill or one more load, never a wrong answer. What began after a removal
/// is never refused.
public struct RemovalLedger: Sendable {
  private var keys: [Stamp]
  private var domains: [Stamp]
  private var everything = Stamp.zero
  /// The latest removals by tag, and the last of those that are no longer told apart.
  private var tags: [String: Stamp] = [:]
  private var olderTags = Stamp.zero
  private var latest = Stamp.zero

  private static let tagLimit = 64

  /// - Parameter slots: How many hash slots keys share, rounded up to a power of two; each costs 8 bytes.
  public init(slots: Int = 512) {
    let count = 1 << Swift.max(0, Int.bitWidth - Swift.max(slots - 1, 0).leadingZeroBitCount)
    keys = Array(repeating: .zero, count: count)
    domains = Array(repeating: .zero, count: Swift.max(count / 8, 16))
  }

  /// Notes that a key was removed.
  public mutating func note(_ key: CacheKey, at stamp: Stamp) {
    let index = slot(key.hash, of: keys.count)
    keys[index] = Swift.max(keys[index], stamp)
    latest = Swift.max(latest, stamp)
  }

  /// Notes that all of a scope was removed.
  public mutating func note(_ scope: RemovalScope, at stamp: Stamp) {
    switch scope {
    case .domain(let domain):
      let index = slot(CacheKey.hash(domain), of: domains.count)
      domains[index] = Swift.max(domains[index], stamp)
    case .everything: everything = Swift.max(everything, stamp)
    case .tag(let tag):
      tags[tag] = Swift.max(tags[tag] ?? .zero, stamp)
      if tags.count > Self.tagLimit, let oldest = tags.min(by: { $0.value < $1.value }) {
        tags[oldest.key] = nil
        olderTags = Swift.max(olderTags, oldest.value)
      }
    }
    latest = Swift.max(latest, stamp)
  }

  /// Whether a write may be stored whose operation began at `stamp`, whatever the tags of its record: any
  /// tag's removal counts.
  public func permits(_ key: CacheKey, asOf stamp: Stamp) -> Bool {
    // Nearly all writes began after all removals.
    if stamp > latest { return true }
    return stamp > olderTags && !tags.values.contains { stamp <= $0 }
      && permitsUntagged(key, asOf: stamp)
  }

  /// Whether a write of a record with these tags may be stored whose operation began at `stamp`.
  public func permits(_ key: CacheKey, tags given: [String], asOf stamp: Stamp) -> Bool {
    if stamp > latest { return true }
    return stamp > olderTags && !given.contains { tags[$0].map { stamp <= $0 } ?? false }
      && permitsUntagged(key, asOf: stamp)
  }

  private func permitsUntagged(_ key: CacheKey, asOf stamp: Stamp) -> Bool {
    if stamp <= everything || stamp <= keys[slot(key.hash, of: keys.count)] { return false }
    if key.domainRange.isEmpty { return true }
    return stamp > domains[slot(key.domainHash, of: domains.count)]
  }

  private func slot(_ hash: UInt64, of count: Int) -> Int {
    Int(truncatingIfNeeded: hash >> 20) & (count - 1)
  }
}
