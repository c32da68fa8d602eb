public import Strata

/// A record of a database as a walk over it shows it: everything but the value.
public struct StoredRecord: Sendable {
  /// What it is stored under.
  public let key: CacheKey
  /// Its dates, and all else that decides about its life.
  public let metadata: RecordMetadata
  /// The bytes that it takes, key and header included, the file's own overhead not.
  public let byteCount: Int
  /// Whether it has a value; else it was never filled, or notes that the origin has none.
  public let hasValue: Bool
}
