public import Strata

/// A call of a cache manager, as wrappers see it.
public enum ManagerCall: Hashable, Sendable {
  case fetch(CacheKey)
  case fetchMany([CacheKey])
  case fetchOrInsert(CacheKey)
  case updateIfNeeded(CacheKey, Stamp)
  case delete(CacheKey)
  case remove(RemovalScope)
  case sweep
  case close

  /// The call without its arguments.
  public var kind: Kind {
    switch self {
    case .fetch, .fetchMany: .fetch
    case .fetchOrInsert: .fetchOrInsert
    case .updateIfNeeded: .updateIfNeeded
    case .delete: .delete
    case .remove: .remove
    case .sweep: .sweep
    case .close: .close
    }
  }

  /// What kind of call it is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case fetch, fetchOrInsert, updateIfNeeded, delete, remove, sweep, close
  }

  /// The key it is for, if it is for one.
  public var key: CacheKey? {
    switch self {
    case .fetch(let key), .fetchOrInsert(let key), .updateIfNeeded(let key, _), .delete(let key):
      key
    case .fetchMany, .remove, .sweep, .close: nil
    }
  }
}
