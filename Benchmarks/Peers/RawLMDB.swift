import CLMDB
import Synchronization

/// LMDB by its C API, the URL's bytes as key, a card's encoded bytes as value: what the disk tier stands on,
/// without checksums, dates, verification of keys, or decoding.
final class RawLMDB: @unchecked Sendable {
  struct Failure: Error { let code: Int32 }

  private let set: KeySet
  private let directory: ScratchDirectory
  private let environment: OpaquePointer
  private let database: MDB_dbi
  private let readers = Mutex<[Int]>([])
  private let writing = Mutex<Void>(())

  /// - Parameter flushes: Whether each commit waits for the disk.
  init(_ set: KeySet, filled: Bool, flushes: Bool) throws {
    self.set = set
    directory = try ScratchDirectory("raw")
    var environment: OpaquePointer?
    try Self.check(mdb_env_create(&environment))
    guard let environment else { throw Failure(code: 0) }
    self.environment = environment
    try Self.check(mdb_env_set_mapsize(environment, 4 << 30))
    let flags = UInt32(MDB_NOTLS | MDB_NORDAHEAD) | UInt32(flushes ? 0 : MDB_NOSYNC)
    try Self.check(mdb_env_open(environment, directory.path, flags, 0o600))
    var transaction: OpaquePointer?
    try Self.check(mdb_txn_begin(environment, nil, 0, &transaction))
    var database: MDB_dbi = 0
    try Self.check(mdb_dbi_open(transaction, nil, 0, &database))
    self.database = database
    if filled {
      for (index, url) in set.urls.enumerated() {
        try Self.put(transaction, database, url, CardCodec().bytes(of: Card(index)))
      }
    }
    try Self.check(mdb_txn_commit(transaction))
  }

  deinit {
    readers.withLock { for reader in $0 { mdb_txn_abort(OpaquePointer(bitPattern: reader)) } }
    mdb_env_close(environment)
  }

  private static func check(_ code: Int32) throws {
    if code != 0 { throw Failure(code: code) }
  }

  private static func put(
    _ transaction: OpaquePointer?, _ database: MDB_dbi, _ url: String, _ bytes: [UInt8]
  ) throws {
    var url = url
    try url.withUTF8 { text in
      var key = MDB_val(
        mv_size: text.count, mv_data: UnsafeMutableRawPointer(mutating: text.baseAddress))
      try bytes.withUnsafeBytes { bytes in
        var value = MDB_val(
          mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
        try check(mdb_put(transaction, database, &key, &value, 0))
      }
    }
  }

  /// Each read in a transaction of its own, renewed, so that it sees what was committed before.
  var get: Get { Get(raw: self) }

  struct Get: Contender {
    let name = "mdb_get + memcpy"
    let raw: RawLMDB

    func run(_ plan: AccessPlan, _ range: Range<Int>) throws -> UInt64 {
      let reader = try raw.takeReader()
      defer { raw.readers.withLock { $0.append(Int(bitPattern: reader)) } }
      var sum: UInt64 = 0
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 8)
      defer { copy.deallocate() }
      for index in range {
        var url = raw.set.urls[plan[index]]
        try url.withUTF8 { text in
          try RawLMDB.check(mdb_txn_renew(reader))
          var key = MDB_val(
            mv_size: text.count, mv_data: UnsafeMutableRawPointer(mutating: text.baseAddress))
          var value = MDB_val()
          try RawLMDB.check(mdb_get(reader, raw.database, &key, &value))
          copy.copyMemory(from: UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size))
          sum &+= UInt64(copy[value.mv_size - 1])
          mdb_txn_reset(reader)
        }
      }
      return sum
    }
  }

  private func takeReader() throws -> OpaquePointer {
    if let reader = readers.withLock({ $0.popLast() }),
      let pointer = OpaquePointer(bitPattern: reader)
    {
      return pointer
    }
    var reader: OpaquePointer?
    try Self.check(mdb_txn_begin(environment, nil, UInt32(MDB_RDONLY), &reader))
    guard let reader else { throw Failure(code: 0) }
    mdb_txn_reset(reader)
    return reader
  }

  /// Each write in a transaction of its own.
  var put: Put { Put(raw: self) }

  struct Put: Contender {
    let name = "mdb_put, a commit each"
    let raw: RawLMDB

    func run(_ plan: AccessPlan, _ range: Range<Int>) throws -> UInt64 {
      for index in range {
        let bytes = CardCodec().bytes(of: Card(index))
        try raw.writing.withLock { _ in
          var transaction: OpaquePointer?
          try RawLMDB.check(mdb_txn_begin(raw.environment, nil, 0, &transaction))
          try RawLMDB.put(transaction, raw.database, raw.set.urls[plan[index]], bytes)
          try RawLMDB.check(mdb_txn_commit(transaction))
        }
      }
      return UInt64(range.count)
    }
  }
}
