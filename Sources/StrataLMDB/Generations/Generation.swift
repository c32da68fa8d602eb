import CStrataLMDB
import Strata
import Synchronization

/// One database of a cache directory, open.
final class Generation: Sendable {
  let number: Int
  let path: String
  let environment: Environment
  let hasher: KeyHasher
  /// As stored in the database: all processes follow it.
  let durability: Durability
  /// The bytes of pages in use above which is evicted.
  let quota: Int
  let lock: InUseLock
  /// The directory's epoch as long as this generation is the current one.
  let epochValue: UInt64
  /// Records found damaged since it was opened.
  let damagedRecords = Atomic<Int>(0)
  /// Whether the file must be checked page by page before the next write: it was changed by who knows whom,
  /// or something in it did not check out.
  let needsCheck: Atomic<Bool>
  /// Whether it was checked since it was opened.
  let wasChecked = Atomic<Bool>(false)

  /// Whether two keys of this directory may have the same hash. With 96 bits and a secret seed that does not
  /// happen before billions of keys: where it may, a miss costs a second look.
  let mayHaveCollisions: Bool

  /// More damaged records than this, and the database as a whole is not trusted any longer.
  static let damageLimit = 3

  init(
    number: Int, path: String, environment: Environment, hasher: KeyHasher, durability: Durability,
    quota: Int, lock: InUseLock, epochValue: UInt64, needsCheck: Bool
  ) {
    self.needsCheck = Atomic(needsCheck)
    self.number = number
    self.path = path
    self.environment = environment
    self.hasher = hasher
    self.durability = durability
    self.quota = quota
    mayHaveCollisions = hasher.bits < 96
    self.lock = lock
    self.epochValue = epochValue
  }
}

/// The names in the database of parameters.
enum Param {
  static let format = Array("format".utf8)
  static let seed = Array("seed".utf8)
  static let durability = Array("durability".utf8)

  /// The version of the whole database's layout.
  static let formatVersion: UInt32 = 1
}
