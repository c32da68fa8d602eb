// A cache of values that are no link previews, with a time to live for each host.
// snippet: quotes
import Strata
import StrataLMDB

struct Quote: Codable, Sendable {
  var text: String
  var price: Double
}

func makeQuotes(
  directory: String, fetch: @escaping @Sendable (String) async throws -> Quote
) throws -> Cache<Quote> {
  // Fresh for 10 minutes; should `fetch` fail then, the last good value serves for 6 hours more.
  var policy = ExpiryPolicy(updateInterval: .minutes(10), grace: .hours(6))
  try policy.setRule("*.slow.example", CacheOptions(updateInterval: .hours(1)))
  let stack = try TieredCacheManager<Quote> {
    MemoryCacheManager()
    try LMDBCacheManager(directory: directory)
  }
  return Cache(stack, policy: policy) { key in try await fetch(key.text) }
}
// end snippet

func showQuote(_ url: String, from quotes: Cache<Quote>) async throws {
  // snippet: quote
  let quote = try await quotes.value(for: CacheKey(url: url))  // a key of any text: CacheKey(text)
  // end snippet
  print(quote.text, quote.price)
}
