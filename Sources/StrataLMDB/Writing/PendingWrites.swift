import Strata
import Synchronization

/// What was acknowledged, or removed, and is not committed yet: reads look here first, so that they see
/// queued writes and never what a queued removal takes away.
final class PendingWrites: Sendable {
  enum Content: Sendable {
    case record(RecordBytes, stamp: Stamp, isFilled: Bool)
    case removed(Stamp)
  }

  struct Entry: Sendable {
    var content: Content
    /// Which operation it stands for.
    let sequence: UInt64
  }

  private typealias Table = [CacheKey: Entry]

  private final class Shard: Sendable {
    let table = Mutex<Table>([:])
  }

  private static let shardCount = 16
  private let shards = (0..<shardCount).map { _ in Shard() }
  // Read before any lock is taken: nearly always zero.
  private let total = Atomic<Int>(0)
  private let sequences = Atomic<UInt64>(0)

  var isEmpty: Bool { total.load(ordering: .acquiring) == 0 }

  func nextSequence() -> UInt64 {
    sequences.add(1, ordering: .relaxed).newValue
  }

  func entry(for key: CacheKey) -> Content? {
    guard !isEmpty else { return nil }
    return shard(key).table.withLock { $0[key]?.content }
  }

  /// Decides about a key while no other write of it can come between.
  ///
  /// - Parameter decide: Is given what is pending, and gives what shall be; nil changes nothing. It
  ///   enqueues the operation itself, so that queue and table agree about the order.
  func update<R>(_ key: CacheKey, _ decide: (Content?) throws(CacheError) -> (Entry?, R))
    throws(CacheError) -> R
  {
    let result: Result<R, CacheError> = shard(key).table.withLock { table in
      do throws(CacheError) {
        let (entry, result) = try decide(table[key]?.content)
        if let entry, table.updateValue(entry, forKey: key) == nil {
          total.add(1, ordering: .releasing)
        }
        return .success(result)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Marks all that a removal covers as removed.
  ///
  /// All shards are looked at, also when nothing seems to be pending: a write may be on its way in.
  func remove(_ scope: RemovalScope, at stamp: Stamp) {
    for shard in shards {
      shard.table.withLock { table in
        for (key, entry) in table {
          guard case .record(let record, let known, _) = entry.content, known <= stamp else {
            continue
          }
          guard scope.covers(key, tags: Self.tags(of: record)) else { continue }
          table[key]?.content = .removed(stamp)
        }
      }
    }
  }

  /// The operation was committed, or failed: the disk has the word again.
  func settle(_ key: CacheKey, _ sequence: UInt64) {
    guard sequence != 0 else { return }
    shard(key).table.withLock { table in
      guard table[key]?.sequence == sequence else { return }
      table[key] = nil
      total.subtract(1, ordering: .releasing)
    }
  }

  /// The operation failed and what lies on the disk is older: it must not be seen until it can be removed.
  func hide(_ key: CacheKey, at stamp: Stamp, _ sequence: UInt64) {
    shard(key).table.withLock { table in
      // A later write of the key stands for itself.
      if let known = table[key], known.sequence > sequence { return }
      let entry = Entry(content: .removed(stamp), sequence: sequence)
      if table.updateValue(entry, forKey: key) == nil { total.add(1, ordering: .releasing) }
    }
  }

  private func shard(_ key: CacheKey) -> Shard {
    shards[Int(truncatingIfNeeded: key.hash >> 8) & (Self.shardCount - 1)]
  }

  private static func tags(of record: RecordBytes) -> [String] {
    record.bytes.withUnsafeBytes { (try? RecordView($0))?.extras.tags ?? [] }
  }
}
