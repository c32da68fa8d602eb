import StrataOpenGraph
import Synchronization

/// Pages from memory, and how often each was asked for.
final class StubLoader: PageLoader {
  private struct State {
    var pages: [String: Result<PageResponse, PageLoadError>] = [:]
    var counts: [String: Int] = [:]
  }

  private let state = Mutex(State())

  func set(_ url: String, title: String) {
    let body =
      "<html><head><meta property=og:title content=\"\(title)\"></head><body></body></html>"
    set(url, .success(response(url, "text/html", body)))
  }

  func setNotHTML(_ url: String) {
    set(url, .success(response(url, "text/html", "%PDF-1.7 \u{0}\u{1}\u{2} binary")))
  }

  func fail(_ url: String) {
    set(url, .failure(PageLoadError(.httpStatus(503), url: url)))
  }

  func count(_ url: String) -> Int { state.withLock { $0.counts[url] ?? 0 } }

  func load(_ request: PageRequest) async throws(PageLoadError) -> PageResponse {
    let result = state.withLock { state in
      state.counts[request.url, default: 0] += 1
      return state.pages[request.url]
    }
    guard let result else { throw PageLoadError(.noSuchHost, url: request.url) }
    return try result.get()
  }

  private func set(_ url: String, _ result: Result<PageResponse, PageLoadError>) {
    state.withLock { $0.pages[url] = result }
  }

  private func response(_ url: String, _ type: String, _ body: String) -> PageResponse {
    PageResponse(url: url, headers: HTTPHeaders([("content-type", type)]), body: Array(body.utf8))
  }
}
