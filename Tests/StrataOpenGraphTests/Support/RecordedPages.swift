import Strata
import StrataOpenGraph
import Synchronization

/// A page loader that answers from a table, and keeps what it was asked for.
final class RecordedPages: PageLoader {
  typealias Answer = @Sendable (PageRequest) throws(PageLoadError) -> PageResponse

  private struct State {
    var answers: [String: Answer] = [:]
    var requests: [PageRequest] = []
  }

  private let state = Mutex(State())

  /// What was asked for so far, in order.
  var requests: [PageRequest] { state.withLock { $0.requests } }
  var count: Int { requests.count }

  func on(_ url: String, _ answer: @escaping Answer) {
    state.withLock { $0.answers[url] = answer }
  }

  func page(_ url: String, title: String, headers: [(String, String)] = []) {
    body(url, "<title>\(title)</title>", headers: headers)
  }

  func body(_ url: String, _ text: String, headers: [(String, String)] = []) {
    on(url) { request in
      PageResponse(
        url: request.url,
        headers: HTTPHeaders([("content-type", "text/html; charset=utf-8")] + headers),
        body: Array(text.utf8))
    }
  }

  func fail(_ url: String, _ kind: PageLoadError.Kind, retryAfter: Duration? = nil) {
    on(url) { request throws(PageLoadError) in
      throw PageLoadError(kind, url: request.url, retryAfter: retryAfter)
    }
  }

  func load(_ request: PageRequest) async throws(PageLoadError) -> PageResponse {
    let answer = state.withLock { state in
      state.requests.append(request)
      return state.answers[request.url]
    }
    guard let answer else { throw PageLoadError(.httpStatus(404), url: request.url) }
    return try answer(request)
  }
}
