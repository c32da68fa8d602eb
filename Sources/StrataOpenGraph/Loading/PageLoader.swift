/// Fetches a page for a link preview.
///
/// ```swift
/// let loader = CurlPageLoader()
/// let page = try await loader.load(PageRequest("https://example.com/"))
/// ```
///
/// Write your own to fetch through another HTTP client, a proxy service or a recorded set of pages.
/// What an implementation promises:
/// - one call is one answer: redirects are followed inside, within a limit;
/// - a page that arrives is a `PageResponse`, everything else is a `PageLoadError`: a status of 400
///   and above, a content type that was not asked for, a body over the limit that must not be cut;
/// - it never waits longer than the request's time limit, give or take what it waits in its own
///   queue, and ends with `.cancelled` soon after its task is cancelled;
/// - it does not block a thread of the cooperative pool.
///
/// A loader that fetches what strangers name must refuse addresses of its own network, for the first
/// address and for every redirect. `CurlPageLoader` does.
public protocol PageLoader: Sendable {
  /// Loads one page.
  ///
  /// - Throws: `PageLoadError`, which says whether to ask again is of use.
  func load(_ request: PageRequest) async throws(PageLoadError) -> PageResponse
}
