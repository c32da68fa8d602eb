import CStrataLMDB
import Synchronization

/// Tells other processes that this one has a generation open, for as long as the object lives.
final class InUseLock: Sendable {
  private struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64

    init?(_ directory: String) {
      var (device, inode): (UInt64, UInt64) = (0, 0)
      guard strata_identity(directory, &device, &inode) == 0 else { return nil }
      self.device = device
      self.inode = inode
    }
  }

  /// The generations that this process holds. Opening the file of one a second time and closing it would drop
  /// the lock, since it belongs to the process.
  private static let held = Mutex<Set<Identity>>([])

  private let identity: Identity
  private let descriptor: Int32
  /// Whether no other process had the generation open.
  let wasAlone: Bool

  /// Takes a share of the lock; nil when the file can't be opened or locked.
  init?(directory: String) {
    guard let identity = Identity(directory),
      Self.held.withLock({ $0.insert(identity).inserted })
    else { return nil }
    self.identity = identity
    descriptor = strata_lock_open("\(directory)/in-use")
    wasAlone = descriptor >= 0 && strata_lock(descriptor, 1, 0) == 0
    guard descriptor >= 0, strata_lock(descriptor, 0, 1_000) == 0 else {
      if descriptor >= 0 { strata_lock_close(descriptor) }
      _ = Self.held.withLock { $0.remove(identity) }
      return nil
    }
  }

  deinit {
    strata_lock_close(descriptor)
    _ = Self.held.withLock { $0.remove(identity) }
  }

  /// Whether no other process has the generation open now.
  var isAlone: Bool {
    guard strata_lock(descriptor, 1, 0) == 0 else { return false }
    strata_lock(descriptor, 0, 0)
    return true
  }

  /// Whether any process has a generation open, this one included.
  static func isHeld(_ directory: String) -> Bool {
    guard let identity = Identity(directory) else { return false }
    return held.withLock { held in
      if held.contains(identity) { return true }
      let descriptor = strata_lock_open("\(directory)/in-use")
      guard descriptor >= 0 else { return false }
      defer { strata_lock_close(descriptor) }
      return strata_lock(descriptor, 1, 0) != 0
    }
  }
}
