/// A record and the tier that it was found in.
public struct LocatedRecord<Value: Sendable>: Sendable {
  public let record: CacheRecord<Value>
  /// The tier's name.
  public let tier: String

  public init(record: CacheRecord<Value>, tier: String) {
    self.record = record
    self.tier = tier
  }
}
