import Strata
import StrataOpenGraph
import Synchronization

/// What a caller wants done about a load.
struct OGPendingStore: Sendable {
  let manager: ObjectIdentifier
  /// Gives what was stored since the caller looked, before the load begins.
  let look: @Sendable () async -> OpenGraphData?
  /// Stores what came; nil when it is no page.
  let store: @Sendable (OpenGraphData?) async -> Void
}

/// What those want who wait for loads.
final class OGPendingStores: Sendable {
  private struct State {
    var lastID: UInt64 = 0
    var pending: [CacheKey: [(id: UInt64, store: OGPendingStore)]] = [:]
  }

  private let state = Mutex(State())

  /// - Returns: What to give to `take`.
  func add(_ store: OGPendingStore, for key: CacheKey) -> UInt64 {
    state.withLock { state in
      state.lastID += 1
      state.pending[key, default: []].append((state.lastID, store))
      return state.lastID
    }
  }

  func first(for key: CacheKey) -> OGPendingStore? {
    state.withLock { $0.pending[key]?.first?.store }
  }

  /// Takes one back; nil when the load took it.
  func take(_ id: UInt64, for key: CacheKey) -> OGPendingStore? {
    state.withLock { state in
      guard let index = state.pending[key]?.firstIndex(where: { $0.id == id }) else { return nil }
      let taken = state.pending[key]?.remove(at: index)
      if state.pending[key]?.isEmpty == true { state.pending[key] = nil }
      return taken?.store
    }
  }

  /// Takes all of a key, and gives one for each manager.
  func takeAll(for key: CacheKey) -> [OGPendingStore] {
    state.withLock { state in
      var managers: Set<ObjectIdentifier> = []
      return (state.pending.removeValue(forKey: key) ?? []).map(\.store)
        .filter { managers.insert($0.manager).inserted }
    }
  }
}
