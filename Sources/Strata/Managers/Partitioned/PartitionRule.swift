/// How the partitions of some domains differ from the others.
///
/// ```swift
/// let rules = [
///   try PartitionRule<Page>("news.example.com", updateInterval: .minutes(15)),
///   try PartitionRule<Page>("**.example.org") { _ in
///     MemoryCacheManager(limits: MemoryLimits(entries: 100_000))
///   },
///   try PartitionRule<Page>("*.internal.example", manager: shared),
/// ]
/// ```
///
/// The most specific pattern wins, as in an `ExpiryPolicy`; of two rules with one pattern the later counts.
public struct PartitionRule<Value: Sendable>: Sendable {
  enum Source: Sendable {
    /// Made as all others.
    case common
    case maker(@Sendable (String) throws -> any CacheManager<Value>)
    case manager(any CacheManager<Value>)
  }

  /// Which domains it is for.
  public let pattern: DomainPattern
  /// The update interval of these partitions; nil leaves it to their managers.
  public let updateInterval: TimeToLive?
  let source: Source

  /// Partitions made as all others, with an update interval of their own.
  ///
  /// - Throws: `PolicyError` for a bad pattern.
  public init(_ pattern: String, updateInterval: TimeToLive) throws(PolicyError) {
    try self.init(pattern, updateInterval, .common)
  }

  /// A partition for each of the domains, made by a closure of the rule's own.
  ///
  /// - Parameter makePartition: As that of `DomainPartitionedCacheManager`.
  /// - Throws: `PolicyError` for a bad pattern.
  public init(
    _ pattern: String, updateInterval: TimeToLive? = nil,
    makePartition: @escaping @Sendable (String) throws -> any CacheManager<Value>
  ) throws(PolicyError) {
    try self.init(pattern, updateInterval, .maker(makePartition))
  }

  /// One partition, which is there already, for all of the domains together. It is closed with the
  /// partitioned manager only, and does not count towards its limit.
  ///
  /// - Throws: `PolicyError` for a bad pattern.
  public init(
    _ pattern: String, updateInterval: TimeToLive? = nil, manager: any CacheManager<Value>
  ) throws(PolicyError) {
    try self.init(pattern, updateInterval, .manager(manager))
  }

  private init(
    _ pattern: String, _ updateInterval: TimeToLive?, _ source: Source
  ) throws(PolicyError) {
    self.pattern = try DomainPattern(pattern)
    self.updateInterval = updateInterval
    self.source = source
  }
}
