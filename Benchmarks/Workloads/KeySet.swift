import Strata

/// The keys of a workload in all the forms that contenders take them in, each made apart from the texts that
/// caches are filled with: a look-up has to compare bytes, as it has for a text off the network.
final class KeySet: Sendable {
  let urls: [String]
  let keys: [CacheKey]

  init(count: Int) {
    urls = URLKeys.make(count: count)
    keys = urls.map { url in
      guard let key = try? CacheKey(url: url) else { preconditionFailure("no URL: \(url)") }
      return key
    }
  }

  var count: Int { urls.count }
}
