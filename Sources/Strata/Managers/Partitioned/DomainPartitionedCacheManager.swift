import Synchronization

/// A manager for each domain: none pushes another's entries out, and each may have limits and an update
/// interval of its own.
///
/// ```swift
/// let pages = DomainPartitionedCacheManager<Page>(
///   rules: [try PartitionRule("news.example.com", updateInterval: .minutes(15))]
/// ) { domain in
///   MemoryCacheManager(limits: MemoryLimits(entries: 1_000))
/// }
/// ```
///
/// A partition is made when something is first stored in it, and closed when there are too many, the one
/// that was used least recently first; never while a call uses it. Keys without a domain have a partition of
/// their own, with the empty name.
///
/// ## Guarantees
/// - A domain's records are in its own partition, and only there. What a domain stores never evicts what
///   another has, as long as there are no more domains than partitions.
/// - Removals hold for partitions that are not open too; `PartitionStorage` tells how. A write begun before
///   a removal is refused even when the partition was closed and opened again in between.
/// - A partition that can't be made fails the calls for its own keys only.
/// - There are at most `partitionLimit` partitions open, and more only while they are all in use, by no more
///   than there are calls.
///
/// ## Cost
/// A hit takes one short lock besides the partition's own and allocates nothing. Opening a partition beyond
/// the limit takes O(n log n) in the number of partitions.
public final class DomainPartitionedCacheManager<Value: Sendable>: CacheManager {
  public let name: String
  public let updateInterval: TimeToLive?

  let layout: PartitionLayout<Value>
  let storage: PartitionStorage
  let idleLimit: Duration?
  let clock: CacheClock
  let makePartition: @Sendable (String) throws -> any CacheManager<Value>
  let table: Mutex<PartitionTable<Value>>
  let ledger: PartitionLedger
  // Taken before `table` where both are; it orders what is handed to a partition by `adopt` and at opening.
  let context = Mutex(PartitionContext())

  /// - Parameters:
  ///   - grouping: Which domains share a partition. Default: each host has its own.
  ///   - partitionLimit: How many partitions are open at most, those of rules that name a manager not
  ///     counted; at least 1. Default: 1,000.
  ///   - idleLimit: Partitions not used for this long are closed by `sweep`; nil leaves them open until there
  ///     are too many. Default: nil. Records of transient partitions go with them.
  ///   - storage: Whether records outlive the closing of their partition. Default: no, as in memory. With
  ///     partitions on a disk it must be `.persistent`; one that comes with records is refused otherwise.
  ///   - rules: What is different for some domains.
  ///   - updateInterval: For keys whose partition and rule have none; nil leaves it to the policy.
  ///   - name: Default: `domains`.
  ///   - clock: Tells which partitions are idle.
  ///   - makePartition: Makes the manager of a partition, by its name: the domain, or its group; empty for
  ///     keys without a domain. It is called outside of locks, by one task at a time for one name, and may be
  ///     called again for a name whose partition was closed. What it throws, those who asked for the
  ///     partition get, as `CacheError`; the next who ask make it be called again.
  public init(
    groupedBy grouping: DomainGrouping = .host, partitionLimit: Int = 1_000,
    idleLimit: Duration? = nil, storage: PartitionStorage = .transient,
    rules: [PartitionRule<Value>] = [], updateInterval: TimeToLive? = nil,
    name: String = "domains", clock: CacheClock = .system,
    makePartition: @escaping @Sendable (String) throws -> any CacheManager<Value>
  ) {
    self.name = name
    self.updateInterval = updateInterval
    self.storage = storage
    self.idleLimit = idleLimit
    self.clock = clock
    self.makePartition = makePartition
    let layout = PartitionLayout(grouping, rules)
    self.layout = layout
    ledger = PartitionLedger(updateInterval)
    var table = PartitionTable<Value>(limit: partitionLimit)
    for rule in layout.rules {
      ledger.takeIn(rule.updateInterval)
      guard case .manager(let manager) = rule.source else { continue }
      if rule.updateInterval == nil { ledger.takeIn(manager.shortestUpdateInterval) }
      table.pin(manager, for: rule)
    }
    self.table = Mutex(table)
  }

  // MARK: Reading

  public func fetchIfReady(_ key: CacheKey) -> CacheRecord<Value>? {
    guard let lease = table.withLock({ $0.hit(key) }) else { return nil }
    defer { lease.token.release() }
    noteTime(of: lease.token)
    return lease.manager.fetchIfReady(key)
  }

  public func fetch(_ key: CacheKey) async throws(CacheError) -> CacheRecord<Value>? {
    try await locate(key)?.record
  }

  public func locate(_ key: CacheKey) async throws(CacheError) -> LocatedRecord<Value>? {
    guard let lease = try await lease(for: key, readPurpose) else {
      ledger.count(\.misses)
      return nil
    }
    return try await using(lease) { manager throws(CacheError) in try await manager.locate(key) }
  }

  public func locateNewest(_ key: CacheKey) async throws(CacheError) -> LocatedRecord<Value>? {
    guard let lease = try await lease(for: key, readPurpose) else {
      ledger.count(\.misses)
      return nil
    }
    return try await using(lease) { manager throws(CacheError) in
      try await manager.locateNewest(key)
    }
  }

  /// The records of several keys, in their order, asked of one partition after the other. A partition that
  /// fails counts as one without these keys; when all fail, the first error is thrown.
  public func fetch(_ keys: [CacheKey]) async throws(CacheError) -> [CacheRecord<Value>?] {
    var records = [CacheRecord<Value>?](repeating: nil, count: keys.count)
    var firstError: CacheError?
    var hasSucceeded = false
    let groups = Dictionary(grouping: keys.indices) { layout.place(ofDomain: keys[$0].domain).name }
    for indices in groups.values {
      do throws(CacheError) {
        let found = try await fetchOfOne(indices.map { keys[$0] })
        for (index, record) in zip(indices, found) { records[index] = record }
        hasSucceeded = true
      } catch {
        firstError = firstError ?? error
      }
    }
    if let firstError, !hasSucceeded { throw firstError }
    return records
  }

  /// The records of keys of one partition.
  private func fetchOfOne(_ keys: [CacheKey]) async throws(CacheError) -> [CacheRecord<Value>?] {
    guard let lease = try await lease(for: keys[0], readPurpose, requests: keys.count) else {
      ledger.count(\.misses, keys.count)
      return Array(repeating: nil, count: keys.count)
    }
    return try await using(lease) { manager throws(CacheError) in try await manager.fetch(keys) }
  }

  /// Only what is stored where it stays can have records without being open.
  private var readPurpose: PartitionTable<Value>.Purpose {
    storage.isPersistent ? .any : .existing
  }

  public func fetchOrInsert(_ key: CacheKey) async throws(CacheError) -> CacheRecord<Value> {
    guard let lease = try await lease(for: key, .any) else { return .empty(clock: clock) }
    return try await using(lease) { manager throws(CacheError) in
      try await manager.fetchOrInsert(key)
    }
  }

  // MARK: Writing

  @discardableResult
  public func updateIfNeeded(_ record: CacheRecord<Value>, for key: CacheKey, asOf began: Stamp)
    async throws(CacheError) -> Bool
  {
    let purpose = Purpose.write(key, tags: record.tags, asOf: began)
    guard let lease = try await lease(for: key, purpose, requests: 0) else {
      ledger.count(\.refusedUpdates)
      return false
    }
    return try await using(lease) { manager throws(CacheError) in
      try await manager.updateIfNeeded(record, for: key, asOf: began)
    }
  }

  @discardableResult
  public func delete(_ key: CacheKey, asOf stamp: Stamp) async throws(CacheError) -> Bool {
    // Noted first: from here on no write that began before can open the partition.
    table.withLock { $0.note(key, at: stamp) }
    guard let lease = try await lease(for: key, readPurpose, requests: 0) else { return false }
    return try await using(lease) { manager throws(CacheError) in
      try await manager.delete(key, asOf: stamp)
    }
  }

  // MARK: Intervals

  /// The interval that the rule for the key's partition gives, then the partition's own, then that of this
  /// manager. A partition's own interval is known from when it was first open.
  public func updateInterval(for key: CacheKey) -> TimeToLive? {
    if let lease = table.withLock({ $0.hit(key) }) {
      defer { lease.token.release() }
      return lease.token.updateInterval ?? lease.manager.updateInterval(for: key) ?? updateInterval
    }
    let place = layout.place(ofDomain: key.domain)
    return place.rule?.updateInterval ?? ledger.interval(of: place.name) ?? updateInterval
  }

  public var shortestUpdateInterval: TimeToLive? { ledger.shortestInterval }

  func noteTime(of token: PartitionToken) {
    // The clock is read only where somebody asks for idle time.
    if idleLimit != nil { token.lastInstant.store(clock.now.nanoseconds, ordering: .relaxed) }
  }
}
