/// Why a record left a tier.
public enum RemovalReason: String, Hashable, Sendable, Codable {
  /// Pushed out by a limit in number or bytes, or by memory pressure.
  case capacity
  /// A newer record took its place.
  case replaced
  /// Deleted, alone or with its domain, its tag or everything.
  case removed
  /// Dead: past its grace period.
  case expired
}

/// A record that left a memory tier.
public struct Eviction<Value: Sendable>: Sendable {
  public let key: CacheKey
  public let record: CacheRecord<Value>
  public let reason: RemovalReason
}
