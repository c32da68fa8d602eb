public import Strata

/// How an `LMDBCacheManager` behaves.
///
/// Managers of one directory in a process share the configuration of the first of them. The durability is
/// the directory's: the process that opens it first sets it, and later ones follow. The quota is each
/// process's own: give all the same.
public struct LMDBConfiguration: Sendable {
  /// What to do with a database that does not check out.
  public enum DamageResponse: Hashable, Sendable {
    /// Keep it beside, begin a new one, and count a corruption.
    case setAside
    /// Throw `CacheError` with code `.corrupted` from opening. While running it counts as `setAside`.
    case refuse
  }

  /// The tier's name in errors and statistics. Default: `LMDB`.
  public var name = "LMDB"

  /// The bytes of pages in use beyond which records are evicted: expired ones first, then those used
  /// longest ago. Default: 512 MiB; at least 1 MiB. Checked before each batch of writes.
  ///
  /// The file itself can be larger, since pages freed are used again but not given back: about 1.3 times
  /// under random rewrites, and never more than twice the quota or the quota and 256 MiB, whichever is more.
  public var quota = 512 << 20

  /// The largest encoded record that is stored, in bytes. Default: 1 MiB. A larger one is refused, and the
  /// older record of its key removed.
  public var largestRecord = 1 << 20

  /// What an acknowledged write survives. Default: `.buffered`.
  ///
  /// The user of a cache expects that storing costs nothing, and that what was removed stays removed. A
  /// value lost with the power is one more load; so only removals wait for the disk.
  public var durability = Durability.buffered

  /// How long records of this manager are fresh where nothing else says so; nil leaves it to the policy.
  public var updateInterval: TimeToLive?

  /// How long a write waits for its turn and its commit before it is given up with `.busy`. Default: 5 s.
  ///
  /// Another process that is stopped in the middle of a write blocks all writers for as long as it is.
  public var writeTimeLimit: Duration = .seconds(5)

  /// The writes that may be queued; more are refused with `.busy`. Default: 10,000.
  public var queueLimit = 10_000

  /// The bytes that may be queued; more are refused with `.busy`. Default: 64 MiB.
  public var queueByteLimit = 64 << 20

  /// How much older than now a record's noted time of use must be before a read notes it again. Default:
  /// 1 h. Notes are kept in memory and written in batches.
  public var useGranularity: Duration = .hours(1)

  /// Whether a cache is begun where a directory holds none, or is missing. Default: true. Without it opening
  /// throws `.noCache` there, and writes nothing.
  public var makesCache = true

  /// What to do with a database that does not check out. Default: `.setAside`.
  public var onDamage = DamageResponse.setAside

  /// How many databases that were set aside are kept. Default: 2.
  public var keptDamaged = 2

  /// Whether a database is checked page by page at every opening, not only after an end that calls for it.
  /// Default: false. Reads about 1 GB a second.
  public var validatesAlways = false

  /// Whether faults inside LMDB are caught by a signal handler. Default: true.
  ///
  /// The handler for SIGSEGV, SIGBUS and SIGFPE is installed once per process; faults elsewhere go on to the
  /// handler that was there before. Without it a file that is cut or damaged while open ends the process.
  public var catchesFaults = true

  /// The clock that dates and stamps come from. Default: `.system`.
  public var clock = CacheClock.system

  /// For tests: how many bits of a key's hash are used, so that collisions can be made.
  var hashBits = 96

  public init() {}

  /// The size of the map: room for the quota and for the pages that copy-on-write needs on top.
  var mapSize: UInt64 {
    let bytes = UInt64(Swift.max(quota, 1 << 20))
    return Swift.max(bytes.multipliedReportingOverflow(by: 2).partialValue, bytes + 256 << 20)
      .roundedUpToMiB
  }

  func checked() throws(CacheError) -> LMDBConfiguration {
    func fail(_ option: String, _ range: String) -> CacheError {
      CacheError(
        .invalidConfiguration, tier: name, message: "\(option) is out of its range",
        hint: "set it to \(range)")
    }
    guard quota >= 1 << 20, quota <= 1 << 44 else { throw fail("quota", "1 MiB up to 16 TiB") }
    guard largestRecord >= 4096, largestRecord <= 1 << 30 else {
      throw fail("largestRecord", "4 KiB up to 1 GiB")
    }
    guard queueLimit > 0 else { throw fail("queueLimit", "1 or more") }
    guard queueByteLimit > 0 else { throw fail("queueByteLimit", "1 or more") }
    guard keptDamaged >= 0 else { throw fail("keptDamaged", "0 or more") }
    return self
  }
}

extension UInt64 {
  fileprivate var roundedUpToMiB: UInt64 { (self + (1 << 20 - 1)) & ~(1 << 20 - 1) }
}
