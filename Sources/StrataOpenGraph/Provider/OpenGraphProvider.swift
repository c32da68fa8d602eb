public import Strata

/// Link previews from a cache stack: title, text and picture of a URL, at once when they are known, from the
/// page when they are not, and the last good ones when the site is down.
///
/// ```swift
/// let previews = OpenGraphProvider(TieredCacheManager {
///   MemoryCacheManager()
///   try LMDBCacheManager(directory: "/var/cache/previews", codec: OpenGraphCodec())
/// })
/// let card = try await previews.data(for: "https://example.com/article")
/// print(card.title ?? "", card.description ?? "", card.image?.url ?? "")
/// ```
///
/// A thin layer over `Cache`, which says what is guaranteed about freshness, shared loads and failures: a
/// fresh answer costs no request, a stale one is one request for all who wait, a page that has not changed is
/// fresh again, and a failing site is answered for from what was there, marked as stale with the reason.
public final class OpenGraphProvider: Sendable {
  /// What the provider stands on: events, statistics, warm-up and removal by domain are its.
  public let cache: Cache<OpenGraphData>
  /// How URLs become keys.
  public let normalization: URLNormalization

  /// - Parameters:
  ///   - cacheManager: Where cards are kept.
  ///   - policy: Default: fresh for 10 days, usable for 30 more while the site is down.
  ///   - loader: Gets pages. Default: libcurl, public addresses only.
  ///   - fetching: How pages are read and followed.
  ///   - normalization: Default: the query is kept as it is. `.withoutTracking` drops what campaigns add.
  ///   - limits: Default: 256 loads at once, 8 for one host.
  public init(
    _ cacheManager: any CacheManager<OpenGraphData>, policy: ExpiryPolicy = .linkPreviews,
    loader: any PageLoader = CurlPageLoader(),
    fetching: PreviewFetcher.Configuration = PreviewFetcher.Configuration(),
    normalization: URLNormalization = .standard,
    limits: LoadLimits = LoadLimits(total: 256, perDomain: 8), clock: CacheClock = .system
  ) {
    let fetcher = PreviewFetcher(loader, configuration: fetching)
    cache = Cache(
      cacheManager, policy: policy, limits: limits, clock: clock,
      loadingWith: { try await fetcher.load($0) })
    self.normalization = normalization
  }

  /// Where cards are kept; setting another one acts from the next call on.
  public var cacheManager: any CacheManager<OpenGraphData> {
    get { cache.stack }
    set { cache.stack = newValue }
  }

  /// How long cards live; setting another policy acts at once, also on what is stored.
  public var policy: ExpiryPolicy {
    get { cache.policy }
    set { cache.policy = newValue }
  }

  /// The card of a page.
  ///
  /// - Parameters:
  ///   - url: An `http` or `https` URL.
  ///   - mode: Whether the site may, or must, be asked.
  ///   - options: Settings for this call.
  /// - Throws: `CacheError`: `.invalidKey` for what is no such URL, else as `Cache.value(for:)`.
  public func data(
    for url: String, mode: ReadMode = .automatic, options: CacheOptions? = nil
  ) async throws(CacheError) -> OpenGraphData {
    try await cache.value(for: try key(for: url), mode: mode, options: options)
  }

  /// The card with its record, where it came from, and whether it is stale and why.
  ///
  /// - Throws: As `data(for:)`.
  public func answer(
    for url: String, mode: ReadMode = .automatic, options: CacheOptions? = nil
  ) async throws(CacheError) -> Answer<OpenGraphData> {
    try await cache.answer(for: try key(for: url), mode: mode, options: options)
  }

  /// What is known of a page at once, and then what the site says, when it comes.
  ///
  /// - Throws: `CacheError` with code `.invalidKey` for what is no URL.
  public func updates(
    for url: String, options: CacheOptions? = nil
  ) throws(CacheError) -> AsyncThrowingStream<Answer<OpenGraphData>, any Error> {
    cache.updates(for: try key(for: url), options: options)
  }

  /// Removes the card of a page from all tiers.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: `CacheError`: `.invalidKey`, or that of a tier which could not remove it.
  @discardableResult
  public func delete(_ url: String) async throws(CacheError) -> Bool {
    try await cache.delete(try key(for: url))
  }

  /// The key of a page.
  ///
  /// - Throws: `CacheError` with code `.invalidKey`, which names the part of the URL at fault.
  public func key(for url: String) throws(CacheError) -> CacheKey {
    do { return try CacheKey(url: url, normalization: normalization) } catch {
      throw CacheError(
        .invalidKey, message: "\(error)", hint: "give a whole http or https URL", underlying: nil)
    }
  }

  /// Writes out what is queued and closes the tiers.
  ///
  /// - Throws: The first error of a tier.
  public func close() async throws(CacheError) {
    try await cache.close()
  }
}
