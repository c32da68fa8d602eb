import CStrataLMDB
import Strata
import Synchronization

/// One store for a directory in a process, however many managers name it and by whatever path: two
/// environments of one file would drop each other's locks.
enum StoreRegistry {
  private struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64
    /// A child process begins anew.
    let forkCount: UInt32
  }

  private struct Entry {
    let store: Store
    var users: Int
  }

  private static let entries = Mutex<[Identity: Entry]>([:])
  private static let closing = Mutex<[Identity: Completion]>([:])

  /// The store of a directory, with one more user.
  static func acquire(_ directory: String, _ configuration: LMDBConfiguration)
    throws(CacheError) -> StoreLease
  {
    if !configuration.makesCache {
      try RootDirectory.requireCache(in: directory, configuration.name)
    }
    let path = try RootDirectory.prepare(directory, tier: configuration.name)
    let found = try identity(path, configuration.name)
    try awaitClosing(found, path, configuration.name)
    let result: Result<(Store, Identity), CacheError> = entries.withLock { entries in
      let identity = found
      // By its path as well: the directory may have been replaced under a store's hands.
      let known =
        entries[identity] == nil
        ? entries.first {
          $0.value.store.root.path == path && $0.key.forkCount == identity.forkCount
        }
        : entries.first { $0.key == identity }
      if let known {
        entries[known.key]?.users += 1
        return .success((known.value.store, known.key))
      }
      return Result { () throws(CacheError) in
        let store = try Store(path: path, configuration: configuration)
        entries[identity] = Entry(store: store, users: 1)
        return (store, identity)
      }
    }
    let (store, identity) = try result.get()
    return StoreLease(store) { release(identity) }
  }

  /// One user less; the last one closes the store.
  private static func release(_ identity: Identity) {
    let last: Store? = entries.withLock { entries in
      guard let entry = entries[identity] else { return nil }
      if entry.users > 1 {
        entries[identity]?.users -= 1
        return nil
      }
      entries[identity] = nil
      closing.withLock { $0[identity] = entry.store.ended }
      return entry.store
    }
    last?.queue.close()
  }

  private static func identity(_ path: String, _ tier: String) throws(CacheError) -> Identity {
    var device: UInt64 = 0
    var inode: UInt64 = 0
    let code = strata_identity(path, &device, &inode)
    guard code == 0 else { throw RootDirectory.failure(tier, path, code, "identify it") }
    return Identity(device: device, inode: inode, forkCount: strata_fork_count())
  }

  /// A store that is closing still writes out what was queued; the next one waits for it.
  private static func awaitClosing(_ identity: Identity, _ path: String, _ tier: String)
    throws(CacheError)
  {
    for _ in 0..<2_500 {
      let isOver = closing.withLock { closing in
        guard let ended = closing[identity] else { return true }
        if ended.isDone { closing[identity] = nil }
        return ended.isDone
      }
      if isOver { return }
      strata_pause(2)
    }
    throw CacheError(
      .inUse, tier: tier, path: path,
      message: "the manager that had the directory before is still writing after 5 s",
      hint: "look for a stopped process that uses this cache, or a slow disk")
  }
}

/// A manager's hold on a store; given back once, by closing or with the last reference.
final class StoreLease: Sendable {
  let store: Store
  private let giveBack: @Sendable () -> Void
  private let isHeld = Atomic<Bool>(true)

  init(_ store: Store, giveBack: @escaping @Sendable () -> Void) {
    self.store = store
    self.giveBack = giveBack
  }

  deinit { release() }

  var isReleased: Bool { !isHeld.load(ordering: .acquiring) }

  /// - Returns: Whether it was held until now.
  @discardableResult
  func release() -> Bool {
    guard isHeld.exchange(false, ordering: .acquiringAndReleasing) else { return false }
    giveBack()
    return true
  }
}
