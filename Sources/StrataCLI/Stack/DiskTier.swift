import Strata
import StrataLMDB
import StrataOpenGraph

/// The tier on disk, and those of its events that people should know of.
struct DiskTier: Sendable {
  let manager: LMDBCacheManager<OpenGraphData>
  private let listener: Task<Void, Never>

  /// - Parameter existing: Whether a cache must be there already.
  /// - Throws: `ProgramFailure` when the directory can't be used; it says why and what to do.
  init(directory: String, existing: Bool, terminal: Terminal) throws(ProgramFailure) {
    do throws(CacheError) {
      manager = try Self.manager(directory, existing: existing)
    } catch {
      throw ProgramFailure(error)
    }
    let events = manager.events
    listener = Task {
      for await event in events {
        if let text = event.warning { terminal.note("strata: warning: \(text)") }
      }
    }
  }

  /// What a cache that is there already is opened with. Its own size bounds it; a quota of this program's would
  /// evict what a server with a larger one keeps.
  static var existingCache: LMDBConfiguration {
    var configuration = LMDBConfiguration()
    configuration.makesCache = false
    configuration.quota = 1 << 36
    return configuration
  }

  private static func manager(
    _ directory: String, existing: Bool
  ) throws(CacheError) -> LMDBCacheManager<OpenGraphData> {
    do throws(CacheError) {
      return try LMDBCacheManager(
        directory: directory, codec: OpenGraphCodec(), configuration: existingCache)
    } catch {
      guard error.code == .noCache, !existing else { throw error }
      return try LMDBCacheManager(directory: directory, codec: OpenGraphCodec())
    }
  }

  /// Writes out what is queued and closes the database.
  ///
  /// - Throws: `ProgramFailure` when something may not have been written.
  func close() async throws(ProgramFailure) {
    do throws(CacheError) { try await manager.close() } catch { throw ProgramFailure(error) }
    await listener.value
  }
}

extension LMDBEvent {
  /// What people should know of; nil for what is all right.
  fileprivate var warning: String? {
    switch self {
    case .damaged(let path, let reason):
      "the cache was damaged (\(reason)); it is kept as \(path), and a new one is begun"
    case .contentsLost(let path, let reason):
      "\(path): what was stored is gone (\(reason)); a new cache is begun"
    case .degraded(let reason): "the cache can't be written for now: \(reason)"
    case .undecodable(let key, let reason): "\(key): the stored preview can't be read: \(reason)"
    case .recovered: nil
    }
  }
}
