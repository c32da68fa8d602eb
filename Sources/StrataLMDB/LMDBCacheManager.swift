public import Strata
import Synchronization

/// A cache manager that keeps its records in an LMDB database on disk.
///
/// ```swift
/// let disk = try LMDBCacheManager<Preview>(directory: "/var/cache/previews")
/// let stack = TieredCacheManager<Preview> {
///   MemoryCacheManager()
///   disk
/// }
/// ```
///
/// ## Guarantees
/// - Reads never wait for writers, and run on the caller's thread: a hit takes microseconds.
/// - What a damaged, cut, full or failing disk does is a miss, a counter and an event; it neither ends the
///   process nor gives a wrong value. See `LMDBConfiguration.catchesFaults` for the one thing that needs a
///   signal handler.
/// - A removal is on the medium when it returns, and is not undone by a write of any process whose operation
///   began before it. What a write survives is `LMDBConfiguration.durability`.
/// - Any number of managers and processes may use a directory at once. Within a process they share one
///   environment and one writer thread.
/// - A child process made by `fork` must make its own manager: calls on the parent's throw `.inUse`.
///
/// ## When not to use it
/// On network file systems, between containers that don't share a PID namespace, and for values over a
/// megabyte: keep files for those.
///
/// ## Cost
/// Up to twice the quota, or the quota and 256 MiB, of address space; about 4 kB of memory for each of the
/// pages read lately, which the system takes back when it needs to; one thread.
public final class LMDBCacheManager<Value: Sendable>: CacheManager {
  let lease: StoreLease
  let codec: any ValueCodec<Value>
  let configuration: LMDBConfiguration
  let policy = PolicyBox()
  let finder: RecordFinder
  /// What `fetchIfReady` gave: a stack does not see those hits itself.
  let readyHitCount = Atomic<Int>(0)

  var store: Store { lease.store }

  /// Opens the database in a directory, which is made (mode 0700) where it is missing.
  ///
  /// - Parameters:
  ///   - directory: A path on a local disk, for this cache alone.
  ///   - codec: How values become bytes.
  ///   - configuration: Quota, durability and the like.
  /// - Throws: `CacheError`: `.inputOutput` when the directory can't be made, read or written, lies on a
  ///   network file system or is open to everybody; `.newerFormat` when a later version wrote it;
  ///   `.corrupted` when it does not check out and `configuration.onDamage` is `.refuse`; `.busy` when
  ///   another process holds the directory's lock; `.invalidConfiguration`.
  @inlinable
  public convenience init(
    directory: String, codec: some ValueCodec<Value>,
    configuration: LMDBConfiguration = LMDBConfiguration()
  ) throws(CacheError) {
    // Made where the types are known: a hit then runs code for them alone.
    try self.init(directory, codec, configuration) { bytes, metadata in
      guard let bytes else { return CacheRecord<Value>(value: nil, metadata: metadata) }
      return CacheRecord<Value>(value: try codec.decode(bytes), metadata: metadata)
    }
  }

  @usableFromInline
  init(
    _ directory: String, _ codec: any ValueCodec<Value>, _ configuration: LMDBConfiguration,
    decode: @escaping RecordDecoder
  ) throws(CacheError) {
    self.configuration = try configuration.checked()
    self.codec = codec
    lease = try StoreRegistry.acquire(directory, self.configuration)
    finder = RecordFinder(lease.store, self.configuration, decode)
  }

  public var name: String { configuration.name }
  public var updateInterval: TimeToLive? { configuration.updateInterval }

  /// What happens to the tier as a whole, from opening on: damage, loss, failing disks. At most the newest
  /// 64 events wait for a slow listener; the stream ends when the manager is closed.
  public var events: AsyncStream<LMDBEvent> { store.events.stream() }

  /// Where the database is, without symbolic links.
  public var directory: String { store.root.path }

  /// Takes the policy that tells which records are dead, for sweeping and for eviction.
  public func adopt(_ policy: PolicyReference) { self.policy.set(policy) }

  /// Writes out what is queued, and closes the database when this was its last manager in the process.
  /// Later calls throw `.closed`; closing again does nothing.
  ///
  /// - Throws: `.busy` when the writer thread is still held up after `writeTimeLimit`; it goes on by itself.
  public func close() async throws(CacheError) {
    guard !lease.isReleased else { return }
    try store.checkProcess()
    let flushed = try? await store.run(.flush, force: true)
    let isLast = lease.release() && store.queue.isClosed
    guard isLast else {
      if flushed == nil { throw store.lateError }
      return
    }
    try await store.waitForEnd()
    store.events.finish()
  }
}

extension LMDBCacheManager where Value: Codable {
  /// Opens the database in a directory, for values of any `Codable` type: see `CodableCodec`.
  ///
  /// - Throws: As the initialiser that takes a codec.
  public convenience init(
    directory: String, configuration: LMDBConfiguration = LMDBConfiguration()
  ) throws(CacheError) {
    try self.init(
      directory: directory, codec: CodableCodec<Value>(), configuration: configuration)
  }
}
