/// Something that happened to a disk tier as a whole.
public enum LMDBEvent: Hashable, Sendable {
  /// A database did not check out; it was set aside at this path and a new one begun.
  case damaged(path: String, reason: String)
  /// What was stored is gone: a file is missing or empty where a database should be.
  case contentsLost(path: String, reason: String)
  /// Writes fail for now and are refused until the disk takes them again.
  case degraded(reason: String)
  /// Writes work again.
  case recovered
  /// A stored value could not be decoded, was counted as a miss and removed.
  case undecodable(key: String, reason: String)
}
