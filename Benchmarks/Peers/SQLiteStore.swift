import CSQLite
import Synchronization

/// A table of key and value in SQLite: write-ahead log, mapped file, prepared statements, a connection that
/// callers take in turn.
final class SQLiteStore: @unchecked Sendable {
  struct Failure: Error { let code: Int32 }

  private let set: KeySet
  private let directory: ScratchDirectory
  private let synchronous: String
  private let lock = Mutex<Void>(())
  private var connection: OpaquePointer?
  private var select: OpaquePointer?
  private var upsert: OpaquePointer?

  /// - Parameter synchronous: `OFF`, `NORMAL` (commits survive the process, not the power) or `FULL`.
  init(_ set: KeySet, filled: Bool, synchronous: String) throws {
    self.set = set
    self.synchronous = synchronous
    directory = try ScratchDirectory("sqlite")
    try check(sqlite3_open("\(directory.path)/cache.sqlite", &connection))
    try run("PRAGMA journal_mode=WAL")
    try run("PRAGMA synchronous=\(synchronous)")
    try run("PRAGMA mmap_size=4294967296")
    try run("CREATE TABLE cache (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID")
    try check(
      sqlite3_prepare_v2(connection, "SELECT value FROM cache WHERE key = ?", -1, &select, nil))
    try check(
      sqlite3_prepare_v2(connection, "INSERT OR REPLACE INTO cache VALUES (?, ?)", -1, &upsert, nil)
    )
    guard filled else { return }
    try run("BEGIN")
    for (index, url) in set.urls.enumerated() { try store(CardCodec().bytes(of: Card(index)), url) }
    try run("COMMIT")
  }

  deinit {
    sqlite3_finalize(select)
    sqlite3_finalize(upsert)
    sqlite3_close(connection)
  }

  private func check(_ code: Int32) throws {
    if code != SQLITE_OK { throw Failure(code: code) }
  }

  private func run(_ statement: String) throws {
    try check(sqlite3_exec(connection, statement, nil, nil, nil))
  }

  private func store(_ bytes: [UInt8], _ url: String) throws {
    var url = url
    let code = url.withUTF8 { text in
      bytes.withUnsafeBytes { bytes in
        // No destructor: the bytes stay until the statement is reset.
        text.withMemoryRebound(to: CChar.self) {
          _ = sqlite3_bind_text(upsert, 1, $0.baseAddress, Int32($0.count), nil)
        }
        sqlite3_bind_blob(upsert, 2, bytes.baseAddress, Int32(bytes.count), nil)
        let code = sqlite3_step(upsert)
        sqlite3_reset(upsert)
        return code
      }
    }
    if code != SQLITE_DONE { throw Failure(code: code) }
  }

  private func load(_ url: String) throws -> Card {
    var url = url
    return try url.withUTF8 { text in
      text.withMemoryRebound(to: CChar.self) {
        _ = sqlite3_bind_text(select, 1, $0.baseAddress, Int32($0.count), nil)
      }
      defer { sqlite3_reset(select) }
      let code = sqlite3_step(select)
      guard code == SQLITE_ROW else { throw Failure(code: code) }
      let bytes = UnsafeRawBufferPointer(
        start: sqlite3_column_blob(select, 0), count: Int(sqlite3_column_bytes(select, 0)))
      return try CardCodec().decode(bytes)
    }
  }

  /// Value decoded.
  var get: Get { Get(store: self) }
  /// Each write in a transaction of its own.
  var put: Put { Put(store: self) }

  struct Get: Contender {
    let name = "SQLite, prepared, mapped"
    let store: SQLiteStore

    func run(_ plan: AccessPlan, _ range: Range<Int>) throws -> UInt64 {
      var sum: UInt64 = 0
      for index in range {
        let card = try store.lock.withLock { _ in try store.load(store.set.urls[plan[index]]) }
        sum &+= UInt64(truncatingIfNeeded: card.title.utf8.count)
      }
      return sum
    }
  }

  struct Put: Contender {
    var name: String { "SQLite WAL, synchronous=\(store.synchronous)" }
    let store: SQLiteStore

    func run(_ plan: AccessPlan, _ range: Range<Int>) throws -> UInt64 {
      for index in range {
        let bytes = CardCodec().bytes(of: Card(index))
        try store.lock.withLock { _ in try store.store(bytes, store.set.urls[plan[index]]) }
      }
      return UInt64(range.count)
    }
  }
}
