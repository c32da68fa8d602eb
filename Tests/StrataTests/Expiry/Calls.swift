import Synchronization

/// The payloads that were called, in order.
final class Calls: Sendable {
  private let calls = Mutex<[UInt64]>([])
  var all: [UInt64] { calls.withLock { $0 } }
  var count: Int { calls.withLock { $0.count } }
  func add(_ call: UInt64) { calls.withLock { $0.append(call) } }
}
