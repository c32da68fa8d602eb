public import Strata
import Synchronization

/// The calls that reached a wrapped manager, in their order. Reads by `fetchIfReady` are not among them.
public final class CallLog: Sendable {
  private let noted = Mutex<[ManagerCall]>([])

  public init() {}

  /// All calls so far.
  public var calls: [ManagerCall] { noted.withLock { $0 } }

  /// How many calls of a kind there were, of all keys or of one.
  public func count(_ kind: ManagerCall.Kind, key: CacheKey? = nil) -> Int {
    noted.withLock { calls in
      calls.count { $0.kind == kind && (key == nil || $0.key == key) }
    }
  }

  /// Forgets all calls so far.
  public func clear() {
    noted.withLock { $0 = [] }
  }

  func note(_ call: ManagerCall) {
    noted.withLock { $0.append(call) }
  }
}
