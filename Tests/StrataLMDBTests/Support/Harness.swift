import Foundation
import Strata
import StrataLMDB

/// Set by the command that runs everything at full size.
let runsFull = ProcessInfo.processInfo.environment["STRATA_FULL"] == "1"

/// Random numbers that a failing test can be repeated with.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(bitPattern: Int64(seed)) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
}

extension CacheRecord where Value == String {
  /// A record stored now.
  static func made(_ value: String, tags: [String] = [], clock: CacheClock = .system)
    -> CacheRecord
  {
    CacheRecord(value: value, stamp: clock.nextStamp(), tags: tags, clock: clock)
  }
}

extension LMDBCacheManager where Value == String {
  static func open(
    _ directory: TemporaryDirectory, _ configure: (inout LMDBConfiguration) -> Void = { _ in }
  ) throws -> LMDBCacheManager {
    var configuration = LMDBConfiguration()
    configuration.quota = 16 << 20
    configure(&configuration)
    return try LMDBCacheManager(
      directory: directory.path, codec: StringCodec(), configuration: configuration)
  }

  @discardableResult
  func store(_ value: String, for key: CacheKey, clock: CacheClock = .system) async throws -> Bool {
    try await updateIfNeeded(.made(value, clock: clock), for: key)
  }

  func value(_ key: CacheKey) async throws -> String? { try await fetch(key)?.value }
}

/// The data file of the generation in use.
func dataFile(in directory: TemporaryDirectory) throws -> String {
  let name = try String(contentsOfFile: directory.file("CURRENT"), encoding: .utf8)
  return directory.file(name.trimmingCharacters(in: .whitespacesAndNewlines)) + "/data.mdb"
}

/// A clock that moves when told.
final class SteppedTime: TimeSource, @unchecked Sendable {
  // Guarded by `lock`.
  private var elapsed: Int64 = 0
  private let lock = NSLock()

  var now: MonotonicInstant {
    MonotonicInstant(nanoseconds: lock.withLock { elapsed } + 1_000_000_000)
  }
  var date: Timestamp {
    Timestamp(nanoseconds: 1_800_000_000_000_000_000 + lock.withLock { elapsed })
  }
  func sleep(until deadline: MonotonicInstant) async throws(CancellationError) {}
  func advance(_ duration: Duration) {
    lock.withLock { elapsed += duration.saturatingNanoseconds }
  }
}
