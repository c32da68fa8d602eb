import CStrataLMDB
import Strata

/// A result code of a call into LMDB's guarded door.
struct EnvironmentFailure: Error {
  let code: Int32

  static let fault = Int32(STRATA_FAULT)
  /// A record did not check out: the file is to be checked before anything is changed. Ours alone.
  static let recheck = EnvironmentFailure(code: -31_100)
  static let moved = EnvironmentFailure(code: Int32(STRATA_MOVED))

  /// What a failure means for the database.
  enum Meaning {
    /// Its contents do not check out: set it aside.
    case damage
    /// No room in the map.
    case mapFull
    /// The disk refused: full, or failing. LMDB reports a full disk as EIO.
    case disk
    /// Another generation is the current one.
    case moved
    case closed
    case forked
    /// Try again, after the check that comes first.
    case recheck
    /// Passing trouble: counts as a miss, or as a failed write.
    case other
  }

  var meaning: Meaning {
    switch Int(code) {
    case Int(STRATA_FAULT), Int(STRATA_POISONED), Int(STRATA_CORRUPTED), Int(STRATA_PAGE_NOT_FOUND),
      Int(STRATA_PANIC), Int(STRATA_VERSION_MISMATCH), Int(STRATA_INVALID), Int(STRATA_BAD_TXN),
      Int(STRATA_SUSPECT), Int(STRATA_LOST):
      .damage
    case Int(STRATA_MAP_FULL): .mapFull
    case 5, 27, 28, 30, 122: .disk  // EIO, EFBIG, ENOSPC, EROFS, EDQUOT
    case Int(STRATA_MOVED): .moved
    case -31_100: .recheck
    case Int(STRATA_CLOSED): .closed
    case Int(STRATA_FORKED): .forked
    default: .other
    }
  }

  var message: String { String(cString: strata_message(code)) }

  /// The error for who called.
  func cacheError(tier: String, path: String, key: CacheKey? = nil) -> CacheError {
    let (errorCode, hint): (CacheError.Code, String) =
      switch meaning {
      case .damage: (.corrupted, "nothing: the damaged database is set aside and a new one begun")
      case .mapFull: (.full, "raise the quota, or store smaller values")
      case .disk: (.full, "free space on the disk, or look into the system's log for its errors")
      case .moved, .recheck: (.busy, "try again")
      case .closed: (.closed, "make a new manager; this one was closed")
      case .forked: (.inUse, "make a new manager in the child process, after the fork")
      case .other: (.inputOutput, "look at the directory's permissions and the system's limits")
      }
    return CacheError(
      errorCode, tier: tier, key: key, path: path, message: message, hint: hint)
  }
}
