public import Foundation

/// A manager that keeps nothing: each fetch asks the page.
public final class OGDataNoCacheManager: NSObject, OGDataCacheManagerProtocol {
  /// Without meaning, since nothing is kept. Default: 0.
  public var updateInterval: TimeInterval = 0

  public override init() {
    super.init()
  }

  public func fetchOrInsertOGCacheData(
    url: String, completion: @escaping (OGCacheData) -> Void
  ) {
    completion(
      OGCacheData(ogData: .empty(sourceURL: url), createDate: Date(), updateDate: nil))
  }

  public func fetchOGCacheData(url: String, completion: @escaping (OGCacheData?) -> Void) {
    completion(nil)
  }

  public func updateIfNeeded(cache: OGCacheData) {}

  public func deleteOGCacheDate(cache: OGCacheData, completion: (((any Error)?) -> Void)?) {
    completion?(nil)
  }
}
