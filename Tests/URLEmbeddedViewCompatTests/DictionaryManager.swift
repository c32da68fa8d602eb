import Foundation
import URLEmbeddedViewCompat

/// A manager as one was written for URLEmbeddedView: a dictionary, five members, no lock.
final class DictionaryManager: NSObject, OGDataCacheManagerProtocol {
  var updateInterval: TimeInterval = 10.days
  private var caches: [String: OGCacheData] = [:]

  func fetchOrInsertOGCacheData(url: String, completion: @escaping (OGCacheData) -> Void) {
    if let cache = caches[url] {
      completion(cache)
    } else {
      let data = OpenGraph.Data(
        imageUrl: nil, pageDescription: nil, pageTitle: nil, pageType: nil, siteName: nil,
        sourceUrl: URL(string: url), url: nil)
      let cache = OGCacheData(ogData: data, createDate: Date(), updateDate: nil)
      caches[url] = cache
      completion(cache)
    }
  }

  func fetchOGCacheData(url: String, completion: @escaping (OGCacheData?) -> Void) {
    completion(caches[url])
  }

  func updateIfNeeded(cache: OGCacheData) {
    guard let url = cache.ogData.sourceUrl?.absoluteString else { return }
    caches[url] = cache
  }

  func deleteOGCacheDate(cache: OGCacheData, completion: (((any Error)?) -> Void)?) {
    if let url = cache.ogData.sourceUrl?.absoluteString { caches[url] = nil }
    completion?(nil)
  }
}
