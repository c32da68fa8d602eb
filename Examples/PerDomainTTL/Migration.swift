// What the documentation's page on migration shows: the same things in Strata's names.
import Foundation
import Strata
import StrataLMDB
import StrataOpenGraph

/// What takes the place of other caches.
enum Migration {
  static func card(_ previews: OpenGraphProvider, _ url: String) async throws {
    // snippet: card
    let card = try await previews.data(for: url)
    print(card.title ?? "untitled", card.description ?? "", card.image?.url ?? "no picture")
    // end snippet
  }

  static func twoAnswers(_ previews: OpenGraphProvider, _ url: String) async throws {
    // snippet: updates
    for try await answer in try previews.updates(for: url) {
      print(answer.value?.title ?? "untitled", answer.isStale ? "(a newer one may come)" : "")
    }
    // end snippet
  }

  static func removals(_ previews: OpenGraphProvider, _ url: String) async throws {
    // snippet: removals
    try await previews.delete(url)
    try await previews.cache.removeAll(inDomain: "example.com")
    // end snippet
  }

  static func picture(
    _ address: String, download: @escaping @Sendable (String) async throws -> Data
  ) async throws -> Data {
    // snippet: nscache
    let pictures = Cache(
      MemoryCacheManager<Data>(limits: MemoryLimits(entries: 500, bytes: 64 << 20)),
      policy: ExpiryPolicy(updateInterval: .hours(1))
    ) { key in try await download(key.text) }
    let picture = try await pictures.value(for: CacheKey(url: address))
    // end snippet
    return picture
  }

  static func byHand(_ pictures: Cache<Data>, _ key: CacheKey, _ data: Data) async throws {
    // snippet: by-hand
    let known = pictures.freshAnswer(for: key)?.value  // no load, no suspension
    try await pictures.insert(data, for: key)
    try await pictures.delete(key)
    // end snippet
    _ = known
  }

  static func responses(directory: String) throws -> Cache<[UInt8]> {
    // snippet: urlcache
    var policy = ExpiryPolicy(updateInterval: .minutes(5), grace: .days(1))
    var options = CacheOptions(updateInterval: .hours(1))
    options.originBounds = OriginBounds(atLeast: .minutes(1), atMost: .days(7))
    try policy.setRule("api.example.com", options)
    let loader = CurlPageLoader()
    let stack = try TieredCacheManager<[UInt8]> {
      MemoryCacheManager()
      try LMDBCacheManager(directory: directory, codec: BytesCodec())
    }
    return Cache(
      stack, policy: policy,
      loadingWith: { context in
        var request = PageRequest(context.key.text, accepts: .json)
        request.validators = context.previous?.validators ?? Validators()
        let response = try await loader.load(request)
        let caching = OriginCaching(response.headers)
        let now = HTTPDate(secondsSince1970: Int64(Date().timeIntervalSince1970))
        let details = LoadDetails(
          validators: Validators(entityTag: response.headers["etag"]),
          originLife: caching.freshness(now: now))
        return response.notModified ? .unchanged(details) : .value(response.body, details)
      })
    // end snippet
  }

  static func users(
    fetch: @escaping @Sendable (String) async throws -> [String]
  ) -> Cache<[String]> {
    // snippet: actor
    Cache(
      MemoryCacheManager<[String]>(), policy: ExpiryPolicy(updateInterval: .minutes(5))
    ) { key in try await fetch(key.text) }
    // end snippet
  }
}
