import Strata
import Synchronization

/// The smallest manager that can be: five members, a dictionary, no memory of removals.
final class DictionaryManager: CacheManager {
  typealias Value = String

  private let records = Mutex<[CacheKey: CacheRecord<String>]>([:])
  let updateInterval: TimeToLive?

  init(updateInterval: TimeToLive? = nil) {
    self.updateInterval = updateInterval
  }

  func fetch(_ key: CacheKey) -> CacheRecord<String>? {
    records.withLock { $0[key] }
  }

  func fetchOrInsert(_ key: CacheKey) -> CacheRecord<String> {
    records.withLock { records in
      if let known = records[key] { return known }
      let empty = CacheRecord<String>.empty()
      records[key] = empty
      return empty
    }
  }

  func updateIfNeeded(_ record: CacheRecord<String>, for key: CacheKey, asOf began: Stamp) -> Bool {
    records.withLock { records in
      if let known = records[key], known.stamp >= record.stamp { return false }
      records[key] = record
      return true
    }
  }

  func delete(_ key: CacheKey, asOf stamp: Stamp) -> Bool {
    records.withLock { records in
      guard let known = records[key], known.stamp <= stamp else { return false }
      records[key] = nil
      return true
    }
  }

  /// The value in the dictionary, looked at from outside.
  subscript(key: CacheKey) -> String? { records.withLock { $0[key]?.value } }
}
