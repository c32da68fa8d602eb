import Strata
import Synchronization

/// Which records were read lately, noted in memory until the writer thread puts it down in a batch.
///
/// Bounded and lossy: a note lost makes a record look older than it is, nothing else.
final class UseNotes: Sendable {
  static let limit = 8_192
  /// So many, and the writer is told.
  static let batch = 1_000

  private let notes = Mutex<[DataKey: UInt32]>([:])

  /// - Returns: Whether it is time to write them down.
  func note(_ key: DataKey, at use: UInt32) -> Bool {
    // A read never waits for another one here.
    notes.withLockIfAvailable { notes in
      if notes.count >= Self.limit, notes[key] == nil { return false }
      return notes.updateValue(use, forKey: key) == nil && notes.count == Self.batch
    } ?? false
  }

  func take(_ count: Int) -> [(key: DataKey, use: UInt32)] {
    notes.withLock { notes in
      let taken = notes.prefix(count).map { (key: $0.key, use: $0.value) }
      for note in taken { notes[note.key] = nil }
      return taken.sorted { $0.key < $1.key }
    }
  }

  func forget() { notes.withLock { $0 = [:] } }

  /// Whether it is time to write them down.
  var isFull: Bool { notes.withLock { $0.count >= Self.batch } }
  var isEmpty: Bool { notes.withLock { $0.isEmpty } }
}
