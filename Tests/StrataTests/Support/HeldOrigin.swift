import Strata
import Synchronization

/// An origin that numbers its loads, fails when told to, and holds loads until they are let go.
final class HeldOrigin: Sendable {
  /// A load that is held.
  struct Load: Sendable {
    let key: CacheKey
    let version: Int
    fileprivate let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var lastVersion = 0
    var isDown = false
    var keysToHold: Set<CacheKey> = []
    var arrived: [CacheKey: Load] = [:]
    var running: [CacheKey: Int] = [:]
  }

  private let state = Mutex(State())
  private let tags: @Sendable (CacheKey) -> [String]

  init(tags: @escaping @Sendable (CacheKey) -> [String]) {
    self.tags = tags
  }

  var isDown: Bool {
    get { state.withLock { $0.isDown } }
    set { state.withLock { $0.isDown = newValue } }
  }

  /// The number given last.
  var lastVersion: Int { state.withLock { $0.lastVersion } }

  /// A number for a value that comes from elsewhere.
  func nextVersion() -> Int {
    state.withLock { state in
      state.lastVersion += 1
      return state.lastVersion
    }
  }

  func holdNextLoad(of key: CacheKey) {
    state.withLock { _ = $0.keysToHold.insert(key) }
  }

  /// The load of a key that has come and is held, handed out once.
  func takeArrived(_ key: CacheKey) -> Load? {
    state.withLock { $0.arrived.removeValue(forKey: key) }
  }

  func running(_ key: CacheKey) -> Int { state.withLock { $0.running[key] ?? 0 } }

  func release(_ load: Load, succeeding: Bool) {
    load.continuation.resume(returning: succeeding)
  }

  func load(_ context: LoadContext<String>) async throws -> LoadResult<String> {
    let key = context.key
    let (version, isHeld) = state.withLock { state in
      state.lastVersion += 1
      state.running[key, default: 0] += 1
      return (state.lastVersion, state.keysToHold.remove(key) != nil)
    }
    defer { state.withLock { $0.running[key, default: 1] -= 1 } }
    let succeeds =
      if isHeld {
        await withCheckedContinuation { continuation in
          state.withLock {
            $0.arrived[key] = Load(key: key, version: version, continuation: continuation)
          }
        }
      } else {
        !isDown
      }
    guard succeeds else { throw OriginDown() }
    return .value("\(key)#\(version)", LoadDetails(tags: tags(key)))
  }
}
