import Strata
import Synchronization

/// What left a memory tier, in order.
final class EvictionLog: Sendable {
  private let entries = Mutex<[String]>([])

  func add(_ key: CacheKey, _ reason: RemovalReason) {
    entries.withLock { $0.append("\(key) \(reason)") }
  }

  var all: [String] { entries.withLock { $0 } }
  var count: Int { entries.withLock { $0.count } }
}
