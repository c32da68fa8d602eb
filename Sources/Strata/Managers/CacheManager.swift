/// A place that keeps records: memory, a disk, a server, or several of these as one.
///
/// Five members are all that a manager of your own must have; the rest has defaults. Managers compose:
/// a `TieredCacheManager` chains them, a `DomainPartitionedCacheManager` gives each domain its own, and
/// both are managers themselves.
///
/// ```swift
/// final class DictionaryCacheManager<Value: Sendable>: CacheManager {
///   private let records = Mutex<[CacheKey: CacheRecord<Value>]>([:])
///   let updateInterval: TimeToLive? = nil
///
///   func fetch(_ key: CacheKey) -> CacheRecord<Value>? {
///     records.withLock { $0[key] }
///   }
///   func fetchOrInsert(_ key: CacheKey) -> CacheRecord<Value> {
///     records.withLock { records in
///       if let known = records[key] { return known }
///       let empty = CacheRecord<Value>.empty()
///       records[key] = empty
///       return empty
///     }
///   }
///   func updateIfNeeded(_ record: CacheRecord<Value>, for key: CacheKey, asOf began: Stamp) -> Bool {
///     records.withLock { records in
///       if let known = records[key], known.stamp >= record.stamp { return false }
///       records[key] = record
///       return true
///     }
///   }
///   func delete(_ key: CacheKey, asOf stamp: Stamp) -> Bool {
///     records.withLock { records in
///       guard let known = records[key], known.stamp <= stamp else { return false }
///       records[key] = nil
///       return true
///     }
///   }
/// }
/// ```
///
/// ## Contract
/// - Managers store and return; they do not decide what is fresh. They may drop any record at any time.
/// - A record is never replaced by one with an older stamp, whatever the order of arrival.
/// - What `delete` and `remove` took away is not brought back by a write whose operation began before
///   (`asOf`). A manager that keeps a `RemovalLedger` beside its entries has that exactly; for one that
///   does not, a `TieredCacheManager` checks again after each write.
/// - A removal is over when it returns.
/// - Errors are for the stack to handle: a tier that throws is a miss.
///
/// What has a default and is `async` here, such as `remove`, must be declared `async` by a manager that has
/// it, even where it never suspends: from async code Swift calls the default in place of a synchronous
/// method.
///
/// The conformance suite of `StrataTesting` checks all of it in one line.
public protocol CacheManager<Value>: Sendable {
  /// What is cached.
  associatedtype Value: Sendable

  /// How long records of this manager are fresh, where neither they nor a rule of the policy say so;
  /// nil leaves it to the policy.
  var updateInterval: TimeToLive? { get }

  /// The record of a key, fresh or not; nil when there is none.
  func fetch(_ key: CacheKey) async throws(CacheError) -> CacheRecord<Value>?

  /// The record of a key; where there is none, an empty one (`updateDate == nil`), which is inserted.
  func fetchOrInsert(_ key: CacheKey) async throws(CacheError) -> CacheRecord<Value>

  /// Stores a record unless the manager has one with the same or a newer stamp, or the key was removed
  /// since `began`.
  ///
  /// An empty record never replaces another one; a filled one replaces an empty one always.
  ///
  /// - Parameters:
  ///   - began: When the operation that brings the record began: for a load, the record's own stamp; for a
  ///     backfill, the moment when the read from the lower tier began.
  /// - Returns: Whether the record was stored.
  @discardableResult
  func updateIfNeeded(_ record: CacheRecord<Value>, for key: CacheKey, asOf began: Stamp)
    async throws(CacheError) -> Bool

  /// Removes the record of a key, unless it is newer than `stamp`.
  ///
  /// - Returns: Whether there was a record to remove.
  @discardableResult
  func delete(_ key: CacheKey, asOf stamp: Stamp) async throws(CacheError) -> Bool

  // MARK: With defaults

  /// What statistics, events and answers call the manager, such as `memory`. Default: the type's name.
  var name: String { get }

  /// The record of a key and the name of the tier that has it. Default: `fetch` and `name`.
  func locate(_ key: CacheKey) async throws(CacheError) -> LocatedRecord<Value>?

  /// The newest record of a key in any tier, where `locate` takes the first found: another process may
  /// have refreshed a tier below. Asked before a load. Default: `locate`.
  func locateNewest(_ key: CacheKey) async throws(CacheError) -> LocatedRecord<Value>?

  /// The name of the tier that `fetchIfReady` answers from. Default: `name`.
  var readyName: String { get }

  /// The record of a key, if the manager can give it without suspending; nil when it can't or has none,
  /// in which case `fetch` is asked. The way of a memory hit. Default: nil.
  func fetchIfReady(_ key: CacheKey) -> CacheRecord<Value>?

  /// The records of several keys, in their order. Default: one `fetch` after the other.
  func fetch(_ keys: [CacheKey]) async throws(CacheError) -> [CacheRecord<Value>?]

  /// The update interval for one key, for managers in which it depends on the key. Default:
  /// `updateInterval`.
  func updateInterval(for key: CacheKey) -> TimeToLive?

  /// The shortest interval that `updateInterval(for:)` gives for any key; nil when it gives none. Read at
  /// each hit: it must be cheap. Default: `updateInterval`.
  var shortestUpdateInterval: TimeToLive? { get }

  /// Removes all records of a scope that are not newer than `stamp`.
  ///
  /// - Throws: `CacheError` with code `.unsupported` by default: a stack then bypasses what the manager
  ///   may still hold.
  func remove(_ scope: RemovalScope, asOf stamp: Stamp) async throws(CacheError)

  /// Shows what the manager holds of a scope, until `body` returns false: for listings and the like. It
  /// touches no order of use and holds no lock while `body` runs; what changes meanwhile may be shown or not,
  /// nothing is shown twice.
  ///
  /// - Throws: `CacheError` with code `.unsupported` by default.
  func forEachEntry(
    in scope: RemovalScope, _ body: @Sendable (EntryInfo) -> Bool
  ) async throws(CacheError)

  /// Removes dead records and what is over the manager's limits, at most `limit` of them.
  ///
  /// - Returns: How many went. Default: none.
  @discardableResult
  func sweep(limit: Int) async throws(CacheError) -> Int

  /// Hands over the policy by which the manager may tell which records are dead. Called by a `Cache` for
  /// its stack; a policy changed while running is seen through the same reference. Default: ignored.
  func adopt(_ policy: PolicyReference)

  /// Hands over where to send events. Called by a `Cache` for its stack. Default: ignored.
  func attach(_ events: CacheEvents)

  /// Counters and sizes, as of now. Default: all zero.
  var statistics: CacheStatistics { get }

  /// Writes out what is queued and lets go of files and threads. Later calls may throw. Default: nothing.
  func close() async throws(CacheError)
}

extension CacheManager {
  public var name: String { "\(Self.self)" }
  public var readyName: String { name }
  public func attach(_ events: CacheEvents) {}

  public func locate(_ key: CacheKey) async throws(CacheError) -> LocatedRecord<Value>? {
    try await fetch(key).map { LocatedRecord(record: $0, tier: name) }
  }

  public func locateNewest(_ key: CacheKey) async throws(CacheError) -> LocatedRecord<Value>? {
    try await locate(key)
  }

  public func fetchIfReady(_ key: CacheKey) -> CacheRecord<Value>? { nil }

  public func fetch(_ keys: [CacheKey]) async throws(CacheError) -> [CacheRecord<Value>?] {
    var records: [CacheRecord<Value>?] = []
    records.reserveCapacity(keys.count)
    for key in keys { records.append(try await fetch(key)) }
    return records
  }

  public func updateInterval(for key: CacheKey) -> TimeToLive? { updateInterval }
  public var shortestUpdateInterval: TimeToLive? { updateInterval }

  public func remove(_ scope: RemovalScope, asOf stamp: Stamp) async throws(CacheError) {
    throw CacheError(
      .unsupported, tier: name, message: "this manager cannot remove by \(scope)",
      hint: "implement remove(_:asOf:), or delete key by key")
  }

  public func forEachEntry(
    in scope: RemovalScope, _ body: @Sendable (EntryInfo) -> Bool
  ) async throws(CacheError) {
    throw CacheError(
      .unsupported, tier: name, message: "this manager cannot list what it holds",
      hint: "implement forEachEntry(in:_:)")
  }

  @discardableResult
  public func sweep(limit: Int) async throws(CacheError) -> Int { 0 }
  public func adopt(_ policy: PolicyReference) {}
  public var statistics: CacheStatistics { CacheStatistics(name: name) }
  public func close() async throws(CacheError) {}

  /// Removes all records stored so far.
  public func removeAll(asOf stamp: Stamp = CacheClock.system.nextStamp()) async throws(CacheError)
  {
    try await remove(.everything, asOf: stamp)
  }

  /// Removes all records of a domain stored so far: for URLs, of a host in normal form.
  public func removeAll(
    inDomain domain: String, asOf stamp: Stamp = CacheClock.system.nextStamp()
  ) async throws(CacheError) {
    try await remove(.domain(domain), asOf: stamp)
  }

  /// Stores a record whose load began at its own stamp.
  @discardableResult
  public func updateIfNeeded(_ record: CacheRecord<Value>, for key: CacheKey)
    async throws(CacheError) -> Bool
  {
    try await updateIfNeeded(record, for: key, asOf: record.stamp)
  }

  /// Removes whatever is stored for a key so far.
  @discardableResult
  public func delete(_ key: CacheKey) async throws(CacheError) -> Bool {
    try await delete(key, asOf: CacheClock.system.nextStamp())
  }
}
