/// What `LMDBCacheManager.compact` did.
public struct LMDBCompaction: Sendable, Hashable {
  /// The database file's size before and after, in bytes.
  public let bytesBefore: Int
  public let bytesAfter: Int
  /// The records that it holds.
  public let records: Int
}
