import CStrataLMDB
import Strata

/// The named databases of an environment.
enum Database: Int32, CaseIterable {
  case data = 0
  case expiry = 1
  case use = 2
  case removed = 3
  case tags = 4
  case params = 5
}

/// One open LMDB environment.
///
/// Unchecked: the C side makes reading and closing safe from any thread (each read holds a slot, and closing
/// takes all slots first); the calls that write are made by the writer thread alone.
final class Environment: @unchecked Sendable {
  let handle: OpaquePointer
  // Both are let go after the environment is closed: it reads the one, and the other guards its files.
  private let epoch: SharedEpoch?
  private let lock: InUseLock?

  init(
    directory: String, mapSize: UInt64, readSlots: Int, catchesFaults: Bool,
    epoch: SharedEpoch? = nil, epochValue: UInt64 = 0, lock: InUseLock? = nil
  ) throws(EnvironmentFailure) {
    self.epoch = epoch
    self.lock = lock
    var handle: OpaquePointer?
    let code = directory.withCString { path in
      var options = strata_open_options()
      options.directory = path
      options.map_size = mapSize
      options.max_readers = 1024
      options.read_slots = UInt32(clamping: readSlots)
      options.guarded = catchesFaults ? 1 : 0
      options.epoch = epoch?.handle
      options.epoch_value = epochValue
      return strata_env_open(&options, &handle)
    }
    guard code == 0, let handle else { throw EnvironmentFailure(code: code) }
    self.handle = handle
  }

  deinit {
    strata_env_close(handle)
    strata_env_free(handle)
  }

  var isPoisoned: Bool { strata_env_is_poisoned(handle) != 0 }

  func poison() { strata_env_poison(handle) }

  func sync() throws(EnvironmentFailure) { try check(strata_env_sync(handle)) }

  /// Frees what dead processes left in the table of readers.
  func clearDeadReaders() {
    var dead: Int32 = 0
    strata_env_reader_check(handle, &dead)
  }

  func usage(writing: Bool) throws(EnvironmentFailure) -> strata_usage {
    var usage = strata_usage()
    try check(strata_env_usage(handle, writing ? 1 : 0, &usage))
    return usage
  }

  /// Gives the stored bytes of a key to `body`, from a copy on the stack or, for large ones, the heap.
  func read<R>(
    _ database: Database, _ key: DataKey, _ body: (UnsafeRawBufferPointer) -> R
  ) throws(EnvironmentFailure) -> R? {
    let result: Result<R?, EnvironmentFailure> = key.withBytes { key in
      Self.withGrowingBuffer { buffer, length in
        strata_get(
          handle, database.rawValue, key.baseAddress, key.count, buffer.baseAddress, buffer.count,
          &length)
      } body: {
        body($0)
      }
    }
    return try result.get()
  }

  /// Calls `fetch` with a buffer that it may find too small, then `body` with what it filled.
  static func withGrowingBuffer<R>(
    fetch: (UnsafeMutableRawBufferPointer, inout Int) -> Int32,
    body: (UnsafeRawBufferPointer) -> R
  ) -> Result<R?, EnvironmentFailure> {
    var length = 0
    let first: Result<R?, EnvironmentFailure> = withUnsafeTemporaryAllocation(
      byteCount: 4096, alignment: 16
    ) { buffer in
      let code = fetch(buffer, &length)
      switch code {
      case 0: return .success(body(UnsafeRawBufferPointer(rebasing: buffer[..<length])))
      case Int32(STRATA_NOT_FOUND): return .success(nil)
      default: return .failure(EnvironmentFailure(code: code))
      }
    }
    guard case .failure(let failure) = first, failure.code == Int32(STRATA_TOO_SMALL) else {
      return first
    }
    // The record may have grown again meanwhile.
    while true {
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: length, alignment: 16)
      defer { buffer.deallocate() }
      let code = fetch(buffer, &length)
      switch code {
      case 0: return .success(body(UnsafeRawBufferPointer(rebasing: buffer[..<length])))
      case Int32(STRATA_NOT_FOUND): return .success(nil)
      case Int32(STRATA_TOO_SMALL): continue
      default: return .failure(EnvironmentFailure(code: code))
      }
    }
  }

  func check(_ code: Int32) throws(EnvironmentFailure) {
    guard code == 0 else { throw EnvironmentFailure(code: code) }
  }
}

extension strata_usage {
  /// The bytes of pages in use: what the quota is compared with.
  var usedBytes: Int { Int(clamping: used_pages * page_size) }
  var recordCount: Int { Int(clamping: entries.0) }
}
