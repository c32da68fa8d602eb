public import Foundation

/// What URLEmbeddedView asks of a cache manager: an update interval and four calls.
///
/// A manager written for URLEmbeddedView compiles as it is, without `@objc`. It can be set as
/// `OGDataProvider.shared.cacheManager`, and be a tier of a stack by `LegacyCacheManager`.
///
/// `OGDataProvider` and `LegacyCacheManager` call a manager from one queue at a time, so that one with a plain
/// dictionary needs no lock. Completions may be called on any thread, at once or later.
public protocol OGDataCacheManagerProtocol: NSObjectProtocol {
  /// How long after its `updateDate` a page is not asked again, in seconds.
  var updateInterval: TimeInterval { get set }
  /// Gives the data of a URL; where there are none, empty ones (`updateDate == nil`), which are inserted.
  func fetchOrInsertOGCacheData(url: String, completion: @escaping (OGCacheData) -> Void)
  /// Gives the data of a URL, or nil.
  func fetchOGCacheData(url: String, completion: @escaping (OGCacheData?) -> Void)
  /// Stores data, under their `sourceUrl`.
  func updateIfNeeded(cache: OGCacheData)
  /// Removes the data of a `sourceUrl`.
  func deleteOGCacheDate(cache: OGCacheData, completion: (((any Error)?) -> Void)?)
}
