import Strata
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A generation that is being made: not yet the current one, if it ever will be.
final class NextGeneration: Sendable {
  let number: Int
  let path: String
  let lock: InUseLock
  let environment: Environment
  private let isTaken = Mutex(false)

  init(number: Int, path: String, lock: InUseLock, environment: Environment) {
    self.number = number
    self.path = path
    self.lock = lock
    self.environment = environment
  }

  /// Whether who asks is the first: it may make it the current one, or discard it.
  func take() -> Bool {
    isTaken.withLock { taken in
      defer { taken = true }
      return !taken
    }
  }

  /// Removes its files, unless it was taken to become the current one.
  func discard() {
    guard take() else { return }
    try? FileManager.default.removeItem(atPath: path)
  }
}
