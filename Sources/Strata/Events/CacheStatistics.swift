/// Counters and sizes of one cache or tier, as of one moment.
///
/// Counters start at zero when the manager is made. `hits + misses == requests` at each level; a tier's
/// own requests are counted by it alone.
public struct CacheStatistics: Hashable, Sendable, Codable {
  /// The tier's name, such as `memory`.
  public var name: String
  /// Requests that found a record, fresh or not.
  public var hits = 0
  /// Requests that found none, failed reads included.
  public var misses = 0
  /// Records stored.
  public var updates = 0
  /// Writes not stored since the tier had the same or a newer record, or a removal came between.
  public var refusedUpdates = 0
  /// Records removed by a call.
  public var removals = 0
  /// Records pushed out by a limit.
  public var evictions = 0
  /// Records removed since they were dead.
  public var expirations = 0
  /// Records dropped since their bytes did not check out, or could not be decoded.
  public var corruptions = 0
  /// Calls that failed.
  public var errors = 0
  /// Records held now; nil where that is not known.
  public var entryCount: Int?
  /// Bytes held now, in the tier's own measure; nil where that is not known.
  public var byteCount: Int?
  /// The tiers or partitions below, in their order.
  public var parts: [CacheStatistics] = []

  public init(name: String) {
    self.name = name
  }

  /// Requests seen.
  public var requests: Int { hits + misses }

  /// The share of requests that found a record, 0 to 1; nil without requests.
  public var hitRatio: Double? {
    requests == 0 ? nil : Double(hits) / Double(requests)
  }
}
