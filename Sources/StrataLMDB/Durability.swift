/// What an acknowledged write to an `LMDBCacheManager` survives.
///
/// At every level the file stays whole when the process dies, removals are acknowledged after their commit
/// only, and readers never wait for writers.
public enum Durability: String, Hashable, Sendable, Codable {
  /// A write is acknowledged once it is on the medium: it survives the loss of power.
  ///
  /// Costs the caller one flush of the disk, shared with all that write at the same moment.
  case durable
  /// A write is acknowledged once it is queued; a thread commits behind, power-safe. Reads see it at once.
  ///
  /// When the process or the power dies, the writes of the last moments (usually milliseconds) are lost;
  /// the file is never damaged. A removal is acknowledged only when it is on the medium.
  case buffered
  /// A write is acknowledged once it is committed to the kernel: it survives the death of the process.
  ///
  /// After the loss of power the file may be damaged: it is then checked page by page at the next opening
  /// and set aside if it fails. For caches whose contents are cheap to make again.
  case processSafe
}
