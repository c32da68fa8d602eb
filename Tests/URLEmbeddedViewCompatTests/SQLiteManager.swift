import CSQLite
import Foundation
import URLEmbeddedViewCompat

/// A manager over a table of SQLite: the five members and nothing else of Strata's.
final class SQLiteManager: NSObject, OGDataCacheManagerProtocol {
  var updateInterval: TimeInterval = 10.days
  private var database: OpaquePointer?

  init(path: String) {
    super.init()
    sqlite3_open(path, &database)
    sqlite3_exec(
      database,
      """
      create table if not exists pages (url text primary key, title text, description text,
        type text, site text, image text, page text, created real, updated real)
      """, nil, nil, nil)
  }

  deinit { sqlite3_close(database) }

  func fetchOrInsertOGCacheData(url: String, completion: @escaping (OGCacheData) -> Void) {
    if let cache = read(url) { return completion(cache) }
    let cache = OGCacheData(
      ogData: .empty(sourceURL: url), createDate: Date(), updateDate: nil)
    write(cache, url)
    completion(cache)
  }

  func fetchOGCacheData(url: String, completion: @escaping (OGCacheData?) -> Void) {
    completion(read(url))
  }

  func updateIfNeeded(cache: OGCacheData) {
    if let url = cache.ogData.sourceUrl?.absoluteString { write(cache, url) }
  }

  func deleteOGCacheDate(cache: OGCacheData, completion: (((any Error)?) -> Void)?) {
    let url = cache.ogData.sourceUrl?.absoluteString ?? ""
    run("delete from pages where url = ?", [url])
    completion?(nil)
  }

  private func read(_ url: String) -> OGCacheData? {
    var found: OGCacheData?
    run(
      """
      select title, description, type, site, image, page, created, updated from pages where url = ?
      """, [url]
    ) { row in
      func text(_ column: Int32) -> String? {
        sqlite3_column_text(row, column).map { String(cString: $0) }
      }
      func date(_ column: Int32) -> Date? {
        sqlite3_column_type(row, column) == SQLITE_NULL
          ? nil : Date(timeIntervalSince1970: sqlite3_column_double(row, column))
      }
      found = OGCacheData(
        ogData: OpenGraph.Data(
          imageUrl: text(4).flatMap { URL(string: $0) }, pageDescription: text(1),
          pageTitle: text(0), pageType: text(2), siteName: text(3), sourceUrl: URL(string: url),
          url: text(5).flatMap { URL(string: $0) }),
        createDate: date(6) ?? Date(), updateDate: date(7))
    }
    return found
  }

  private func write(_ cache: OGCacheData, _ url: String) {
    let data = cache.ogData
    run(
      "insert or replace into pages values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        url, data.pageTitle, data.pageDescription, data.pageType, data.siteName,
        data.imageUrl?.absoluteString, data.url?.absoluteString,
        "\(cache.createDate.timeIntervalSince1970)",
        cache.updateDate.map { "\($0.timeIntervalSince1970)" },
      ])
  }

  private func run(
    _ statement: String, _ values: [String?], row body: (OpaquePointer) -> Void = { _ in }
  ) {
    var prepared: OpaquePointer?
    sqlite3_prepare_v2(database, statement, -1, &prepared, nil)
    defer { sqlite3_finalize(prepared) }
    // SQLite copies what it is told may change.
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    for (index, value) in values.enumerated() {
      guard let value else { continue }
      sqlite3_bind_text(prepared, Int32(index + 1), value, -1, transient)
    }
    while let prepared, sqlite3_step(prepared) == SQLITE_ROW { body(prepared) }
  }
}
