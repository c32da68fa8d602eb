/// What a tier holds for a key, without the value: for listings and for work on many records.
public struct EntryInfo: Sendable {
  public let key: CacheKey
  /// Dates, stamp, own time to live, tags.
  public let metadata: RecordMetadata
  /// The bytes that the entry takes, in the tier's own measure.
  public let byteCount: Int
  /// The name of the tier.
  public let tier: String

  public init(key: CacheKey, metadata: RecordMetadata, byteCount: Int, tier: String) {
    self.key = key
    self.metadata = metadata
    self.byteCount = byteCount
    self.tier = tier
  }
}
