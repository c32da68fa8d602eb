import Strata
import Synchronization

/// What callers want stored when the load that they wait for ends.
final class OGPendingStores: Sendable {
  private struct Pending {
    let id: UInt64
    let manager: ObjectIdentifier
    let store: OGDownloads.Store
  }

  private struct State {
    var lastID: UInt64 = 0
    var pending: [CacheKey: [Pending]] = [:]
  }

  private let state = Mutex(State())

  /// - Returns: What to give to `take`.
  func add(
    _ store: @escaping OGDownloads.Store, manager: ObjectIdentifier, for key: CacheKey
  ) -> UInt64 {
    state.withLock { state in
      state.lastID += 1
      state.pending[key, default: []].append(
        Pending(id: state.lastID, manager: manager, store: store))
      return state.lastID
    }
  }

  /// Takes one back; nil when the load took it.
  func take(_ id: UInt64, for key: CacheKey) -> OGDownloads.Store? {
    state.withLock { state in
      guard let index = state.pending[key]?.firstIndex(where: { $0.id == id }) else { return nil }
      let taken = state.pending[key]?.remove(at: index)
      if state.pending[key]?.isEmpty == true { state.pending[key] = nil }
      return taken?.store
    }
  }

  /// Takes all of a key, and gives one for each manager.
  func takeAll(for key: CacheKey) -> [OGDownloads.Store] {
    state.withLock { state in
      var managers: Set<ObjectIdentifier> = []
      return (state.pending.removeValue(forKey: key) ?? [])
        .filter { managers.insert($0.manager).inserted }.map(\.store)
    }
  }
}
