import CStrataLMDB
import Synchronization

/// Tells other processes that this one has a generation open, for as long as the object lives.
final class InUseLock: Sendable {
  /// The files that this process holds. Opening one of them a second time and closing it would drop the
  /// lock, since it belongs to the process.
  private static let held = Mutex<Set<String>>([])

  private let path: String
  private let descriptor: Int32
  /// Whether no other process had the generation open.
  let wasAlone: Bool

  /// Takes a share of the lock; nil when the file can't be opened or locked.
  init?(directory: String) {
    path = "\(directory)/in-use"
    guard Self.held.withLock({ $0.insert("\(directory)/in-use").inserted }) else { return nil }
    descriptor = strata_lock_open(path)
    guard descriptor >= 0 else {
      _ = Self.held.withLock { $0.remove("\(directory)/in-use") }
      return nil
    }
    wasAlone = strata_lock(descriptor, 1, 0) == 0
    guard strata_lock(descriptor, 0, 1_000) == 0 else {
      strata_lock_close(descriptor)
      _ = Self.held.withLock { $0.remove("\(directory)/in-use") }
      return nil
    }
  }

  deinit {
    strata_lock_close(descriptor)
    _ = Self.held.withLock { $0.remove(path) }
  }

  /// Whether no other process has the generation open now.
  var isAlone: Bool {
    guard strata_lock(descriptor, 1, 0) == 0 else { return false }
    strata_lock(descriptor, 0, 0)
    return true
  }

  /// Whether any process has a generation open, this one included.
  static func isHeld(_ directory: String) -> Bool {
    let path = "\(directory)/in-use"
    return held.withLock { held in
      if held.contains(path) { return true }
      let descriptor = strata_lock_open(path)
      guard descriptor >= 0 else { return false }
      defer { strata_lock_close(descriptor) }
      return strata_lock(descriptor, 1, 0) != 0
    }
  }
}
