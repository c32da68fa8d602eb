import StrataOpenGraph

/// Loads the pages of the sample site, whose hosts are all the one server on loopback:
/// `http://news.localhost/kite` is asked for as `http://127.0.0.1:PORT/news.localhost/kite`.
///
/// So the pages keep their addresses from run to run, though the port is another each time, and are found in
/// the cache again.
struct SamplePageLoader: PageLoader {
  private let base: String
  // Loopback is refused unless a loader is told otherwise.
  private let loader = CurlPageLoader(.loopback)

  init(_ server: SampleServer) { base = server.url("/") }

  func load(_ request: PageRequest) async throws(PageLoadError) -> PageResponse {
    guard request.url.hasPrefix("http://") else {
      throw PageLoadError(.forbiddenScheme("https"), url: request.url)
    }
    var request = request
    request.url = base + request.url.dropFirst("http://".count)
    do throws(PageLoadError) {
      var response = try await loader.load(request)
      response.url = siteURL(response.url)
      return response
    } catch {
      var error = error
      error.url = siteURL(error.url)
      throw error
    }
  }

  private func siteURL(_ url: String) -> String {
    url.hasPrefix(base) ? "http://\(url.dropFirst(base.count))" : url
  }
}
