import Synchronization

/// When keys were last written, in a fixed amount of memory: so that a write which was overtaken is known also
/// where the tier that it goes to no longer has the newer record.
///
/// Keys share slots by their hash. One that is taken for another is looked up in all tiers before it is
/// written.
final class WrittenStamps: Sendable {
  private static let slots = 4_096
  private let stamps = Mutex<[Stamp]>(Array(repeating: .zero, count: slots))

  /// Notes a write.
  ///
  /// - Returns: Whether there may have been a newer one.
  func note(_ key: CacheKey, at stamp: Stamp) -> Bool {
    let slot = Self.slot(key)
    return stamps.withLock { stamps in
      if stamps[slot] > stamp { return true }
      stamps[slot] = stamp
      return false
    }
  }

  /// Whether a key may have been written after a moment.
  func mayHaveWritten(_ key: CacheKey, after stamp: Stamp) -> Bool {
    let slot = Self.slot(key)
    return stamps.withLock { $0[slot] > stamp }
  }

  private static func slot(_ key: CacheKey) -> Int {
    Int(truncatingIfNeeded: key.hash >> 16) & (slots - 1)
  }
}
