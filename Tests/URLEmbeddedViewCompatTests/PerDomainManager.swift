import Foundation
import URLEmbeddedViewCompat

/// A manager that gives each host a manager of its own: the five members and nothing else of Strata's.
final class PerDomainManager: NSObject, OGDataCacheManagerProtocol {
  var updateInterval: TimeInterval = 10.days
  private(set) var parts: [String: DictionaryManager] = [:]

  private func part(_ url: String) -> DictionaryManager {
    let host = URL(string: url)?.host ?? ""
    if let known = parts[host] { return known }
    let part = DictionaryManager()
    parts[host] = part
    return part
  }

  private func part(_ cache: OGCacheData) -> DictionaryManager {
    part(cache.ogData.sourceUrl?.absoluteString ?? "")
  }

  func fetchOrInsertOGCacheData(url: String, completion: @escaping (OGCacheData) -> Void) {
    part(url).fetchOrInsertOGCacheData(url: url, completion: completion)
  }

  func fetchOGCacheData(url: String, completion: @escaping (OGCacheData?) -> Void) {
    part(url).fetchOGCacheData(url: url, completion: completion)
  }

  func updateIfNeeded(cache: OGCacheData) { part(cache).updateIfNeeded(cache: cache) }

  func deleteOGCacheDate(cache: OGCacheData, completion: (((any Error)?) -> Void)?) {
    part(cache).deleteOGCacheDate(cache: cache, completion: completion)
  }
}
