public import Foundation
import Strata
import StrataLMDB
import StrataOpenGraph

/// The manager that `OGDataProvider` begins with: memory, then a database on disk, ten days.
///
/// The database lies in the user's cache directory. Where it cannot be opened there is memory alone.
public final class OGDataCacheManager: OGStackCacheManager, @unchecked Sendable {
  // Sendable as its superclass is; it adds nothing.

  /// The one that all share.
  public static let shared = OGDataCacheManager()

  /// Opens the database in a directory of your own.
  ///
  /// - Throws: `CacheError` when it cannot be opened.
  public init(directory: URL) throws {
    super.init(try Self.stack(directory))
  }

  private init() {
    let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
    let directory = (caches ?? FileManager.default.temporaryDirectory)
      .appendingPathComponent("URLEmbeddedView", isDirectory: true)
    super.init((try? Self.stack(directory)) ?? TieredCacheManager([MemoryCacheManager()]))
  }

  private static func stack(_ directory: URL) throws -> TieredCacheManager<OpenGraphData> {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    return try TieredCacheManager {
      MemoryCacheManager()
      try LMDBCacheManager(directory: directory.path, codec: OpenGraphCodec())
    }
  }
}
