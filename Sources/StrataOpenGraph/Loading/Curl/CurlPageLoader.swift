/// Loads pages over HTTP with libcurl, safely from what strangers name.
///
/// ```swift
/// var configuration = CurlPageLoader.Configuration()
/// configuration.userAgent = "ExampleChat/2.1 (link preview; +https://chat.example/bot)"
/// let loader = CurlPageLoader(configuration)
/// let page = try await loader.load(PageRequest("https://example.com/"))
/// ```
///
/// - One thread moves all transfers; no load blocks a thread. It starts with the first load and ends
///   with the loader.
/// - Connections are kept and used again; HTTP/2 and the encodings gzip, deflate, br and zstd are
///   used where libcurl was built with them.
/// - The address of each connection is checked as it is opened, for every redirect; see
///   `AddressPolicy`. Cookies, passwords, `.netrc` and the environment's proxies are not used.
/// - Everything is bounded: redirects, time, header, body after decompression and before, transfers
///   at a time in all and for each host, and loads that wait.
/// - A cancelled task ends its transfer at once.
///
/// Make one and share it: connections and the manners towards a host are per loader.
public final class CurlPageLoader: PageLoader {
  private let configuration: Configuration
  private let gate: URLGate
  private let inbox: TransferInbox
  private let robots: RobotsCache?

  /// A loader with these settings.
  public init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
    gate = URLGate(
      hosts: configuration.hosts, ports: configuration.allowedPorts,
      addresses: configuration.addresses)
    inbox = TransferInbox(TransferLoop.Settings(configuration))
    robots = configuration.respectsRobots ? RobotsCache() : nil
  }

  deinit {
    inbox.close()
  }

  /// Ends the loader: loads under way and later ones fail as `.shutDown`.
  public func shutDown() {
    inbox.close()
  }

  /// Loads one page.
  ///
  /// - Throws: `PageLoadError`, which names the URL of the step that failed.
  public func load(_ request: PageRequest) async throws(PageLoadError) -> PageResponse {
    try await load(request, robots: robots)
  }

  private func load(
    _ request: PageRequest, robots: RobotsCache?
  ) async throws(PageLoadError) -> PageResponse {
    var target = try gate.admit(request.url)
    var redirects: [PageResponse.Redirect] = []
    var visited: Set<String> = [target.url]
    var timeLeft = request.timeLimit
    while true {
      if let robots { try await check(target, by: robots) }
      let answer = try await transfer(target, request, timeLimit: timeLeft)
      guard let location = answer.redirectLocation else {
        return try finish(answer, target: target, redirects: redirects, request)
      }
      timeLeft -= answer.elapsed
      redirects.append(PageResponse.Redirect(url: target.url, status: answer.status))
      let next = try gate.admit(location, relativeTo: target)
      // Without cookies the same question gets the same answer: a circle has no end.
      guard redirects.count <= configuration.redirectLimit, visited.insert(next.url).inserted
      else {
        throw PageLoadError(
          .tooManyRedirects(limit: configuration.redirectLimit), url: next.url)
      }
      guard timeLeft > .zero else { throw PageLoadError(.timedOut(.waiting), url: next.url) }
      target = next
    }
  }

  private func finish(
    _ answer: TransferAnswer, target: LoadTarget, redirects: [PageResponse.Redirect],
    _ request: PageRequest
  ) throws(PageLoadError) -> PageResponse {
    let isUnchanged =
      answer.status == 304 && !request.validatorLines(for: target.url).isEmpty
    guard (200...299).contains(answer.status) || isUnchanged else {
      throw statusError(answer, target)
    }
    return PageResponse(
      url: target.url, status: answer.status, headers: answer.headers, body: answer.body,
      ending: answer.ending, redirects: redirects, remoteAddress: answer.remoteAddress)
  }

  private func statusError(_ answer: TransferAnswer, _ target: LoadTarget) -> PageLoadError {
    let now = answer.headers["date"].flatMap { HTTPDate($0) } ?? .now
    let retryAfter = answer.headers["retry-after"].flatMap { RetryAfter.parse($0, now: now) }
    if let retryAfter, answer.status == 429 || answer.status == 503 {
      inbox.pause(target.host, for: retryAfter)
    }
    return PageLoadError(.httpStatus(answer.status), url: target.url, retryAfter: retryAfter)
  }

  // MARK: Steps

  private func transfer(
    _ target: LoadTarget, _ request: PageRequest, timeLimit: Duration
  ) async throws(PageLoadError) -> TransferAnswer {
    let cancellation = TransferJob.Cancellation()
    let id = inbox.makeID()
    let validators = request.validatorLines(for: target.url)
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        inbox.submit(
          TransferJob(
            id: id, target: target, headers: headerLines(request) + validators,
            rules: ResponseReader.Rules(
              headerByteLimit: configuration.headerByteLimit, byteLimit: request.byteLimit,
              overLimit: request.overLimit, accepts: request.accepts,
              stopWhen: request.stopWhen),
            timeLimit: timeLimit, acceptsPartialBody: request.acceptsPartialBody,
            cancellation: cancellation, waiter: waiter))
      }
    } onCancel: {
      cancellation.set()
      inbox.cancel(id)
    }
    switch outcome {
    case .answer(let answer): return answer
    case .failure(let kind, let detail, let retryAfter):
      throw PageLoadError(kind, url: target.url, retryAfter: retryAfter, detail: detail)
    }
  }

  private func headerLines(_ request: PageRequest) -> [String] {
    var lines = ["Accept: \(request.accepts.acceptHeader)"]
    if let language = configuration.acceptLanguage, language.isHeaderValue {
      lines.append("Accept-Language: \(language)")
    }
    return lines
  }

  private func check(_ target: LoadTarget, by robots: RobotsCache) async throws(PageLoadError) {
    let rules = try await robots.rules(of: target) { origin in
      await self.fetchRobots(origin)
    }
    guard rules.allows(target) else { throw PageLoadError(.disallowedByRobots, url: target.url) }
  }

  private func fetchRobots(_ origin: String) async -> RobotsCache.Fetched {
    let request = PageRequest(
      "\(origin)/robots.txt", byteLimit: RobotsRules.byteLimit,
      timeLimit: configuration.robotsTimeLimit, accepts: .any)
    do throws(PageLoadError) {
      let file = try await load(request, robots: nil)
      return .success(RobotsRules(file.body, for: configuration.robotsName))
    } catch {
      return RobotsCache.meaning(of: error)
    }
  }
}

extension TransferAnswer {
  /// Where a redirect leads to; nil when this is none.
  fileprivate var redirectLocation: String? {
    guard [301, 302, 303, 307, 308].contains(status) else { return nil }
    return headers["location"].flatMap { $0.isEmpty ? nil : $0 }
  }
}
