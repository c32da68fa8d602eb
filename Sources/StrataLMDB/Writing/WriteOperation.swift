import Strata

/// One thing for the writer thread to do.
struct WriteOperation: Sendable {
  enum Kind: Sendable {
    /// Stores a record by the rules of `updateIfNeeded`.
    case put(CacheKey, RecordBytes, asOf: Stamp)
    /// Removes a record that is not newer than the stamp.
    case delete(CacheKey, Stamp)
    /// Removes what a scope covers.
    case remove(RemovalScope, Stamp)
    /// Removes at most so many dead records, then what is over the quota.
    case sweep(limit: Int, deadline: DeadlineRule)
    /// Removes a record that does not check out, or can't be decoded, if it still has that checksum.
    case drop(DataKey, checksum: UInt64, generation: Int)
    /// Nothing: answers once all before it is committed and flushed.
    case flush
    /// Makes a compacted copy of a generation the current one.
    case switchOver(CompactedCopy)
  }

  /// What the order of writes and removals in the queue is decided by.
  enum Place: Sendable {
    /// A write that is reported as stored as soon as it is queued.
    case put(DataKey, asOf: Stamp)
    case removal(RemovalSlots.Slot, Stamp)
  }

  let kind: Kind
  /// nil for all else, such as a write whose caller waits for the commit and is told by it.
  var place: Place?
  /// Told how many records it changed; nil where nobody waits.
  var completion: Completion?
  /// The entry of `PendingWrites` that stands for it; 0 for none.
  var pending: UInt64 = 0

  /// Whether it can share a transaction with others.
  var isSimple: Bool {
    switch kind {
    case .put, .delete, .drop: true
    case .remove, .sweep, .flush, .switchOver: false
    }
  }

  /// The memory that it holds, roughly.
  var byteCount: Int {
    switch kind {
    case .put(let key, let record, _): record.bytes.count + key.text.utf8.count + 128
    case .delete(let key, _): key.text.utf8.count + 128
    case .remove, .sweep, .drop, .flush, .switchOver: 128
    }
  }
}

/// The second after which a record is dead by the rules in force now; nil for never.
typealias DeadlineRule = @Sendable (CacheKey, RecordMetadata) -> UInt64?
