public import Strata

/// Asks the origin for a page's card: loads the page no further than needed, reads it, follows what it says
/// of its place, and asks oEmbed for what the page itself does not tell.
public struct PreviewFetcher: Sendable {
  /// How a fetcher works.
  public struct Configuration: Sendable {
    /// The most bytes of a page that are read. Default: 2 MiB.
    public var byteLimit = 2 << 20
    /// How many meta refreshes are followed, of those that wait at most `longestRefreshDelay`. Default: 2.
    public var refreshLimit = 2
    /// In seconds. Default: 5: a page that waits longer is meant to be seen.
    public var longestRefreshDelay = 5
    /// Whether the oEmbed address that a page names is asked, where it gives no title or no image.
    /// Default: true.
    public var asksDiscoveredOEmbed = true
    /// Sites whose pages hide their tags, and which are asked by oEmbed first. Default: YouTube.
    public var oEmbedProviders: [OEmbedProvider] = OEmbedProvider.standard
    /// How much of a page's text is kept.
    public var limits = ExtractionLimits()

    public init() {}
  }

  private let loader: any PageLoader
  private let configuration: Configuration
  private let extractor: PageExtractor

  /// - Parameter loader: Every request goes through it, those for oEmbed and for refreshes too.
  public init(_ loader: any PageLoader, configuration: Configuration = Configuration()) {
    self.loader = loader
    self.configuration = configuration
    extractor = PageExtractor(limits: configuration.limits)
  }

  /// The card of a page.
  ///
  /// - Parameter context: The key's text is the URL; the validators of what is known are sent along.
  /// - Throws: `PreviewFailure`, or `CancellationError`.
  public func load(_ context: LoadContext<OpenGraphData>) async throws -> LoadResult<OpenGraphData>
  {
    let url = context.key.text
    let limit = context.settings.hardTimeLimit.duration ?? .seconds(60)
    if let data = await askProvider(for: url, timeLimit: limit) { return .value(data) }

    var request = PageRequest(url, byteLimit: configuration.byteLimit, timeLimit: limit)
    if let validators = context.previous?.validators { request.validators = validators }
    request.acceptsPartialBody = true
    request.stopWhen = PageHead.isEnough
    let response = try await get(request)
    if response.notModified { return .unchanged(details(response)) }
    let (data, last) = try await followRefreshes(from: response, timeLimit: limit)
    return .value(await complete(data, timeLimit: limit), details(last))
  }

  private func get(_ request: PageRequest) async throws -> PageResponse {
    do { return try await loader.load(request) } catch {
      if error.kind == .cancelled { throw CancellationError() }
      throw PreviewFailure.load(error)
    }
  }

  private func read(_ response: PageResponse) throws(PreviewFailure) -> OpenGraphData {
    do {
      return try extractor.extract(
        response.body, contentType: response.headers["content-type"], url: response.url)
    } catch { throw .content(error, url: response.url) }
  }

  /// A page that is nothing but a signpost is left for what it points to.
  private func followRefreshes(
    from first: PageResponse, timeLimit: Duration
  ) async throws -> (OpenGraphData, PageResponse) {
    var response = first
    var data = try read(first)
    var visited: Set<String> = [first.url]
    for _ in 0..<configuration.refreshLimit {
      guard let refresh = data.refresh, !refresh.isForNoScript,
        (refresh.delay ?? 0) <= configuration.longestRefreshDelay,
        data.image == nil || data.description == nil, visited.insert(refresh.url).inserted
      else { break }
      var request = PageRequest(
        refresh.url, byteLimit: configuration.byteLimit, timeLimit: timeLimit)
      request.acceptsPartialBody = true
      request.stopWhen = PageHead.isEnough
      // A signpost to nowhere is still a page.
      guard let next = try? await get(request), let nextData = try? read(next) else { break }
      response = next
      data = nextData
    }
    return (data, response)
  }

  // MARK: oEmbed

  private func askProvider(for url: String, timeLimit: Duration) async -> OpenGraphData? {
    for provider in configuration.oEmbedProviders {
      guard let endpoint = provider.endpoint(for: url),
        var data = await oEmbed(endpoint.address, timeLimit: timeLimit), data.title != nil
      else { continue }
      data.url = data.url ?? endpoint.page
      return data
    }
    return nil
  }

  private func complete(_ data: OpenGraphData, timeLimit: Duration) async -> OpenGraphData {
    guard configuration.asksDiscoveredOEmbed, data.title == nil || data.image == nil,
      let address = data.oEmbedURL,
      let found = await oEmbed(address, timeLimit: timeLimit)
    else { return data }
    var data = data
    data.title = data.title ?? found.title
    data.siteName = data.siteName ?? found.siteName
    if data.images.isEmpty { data.images = found.images }
    return data
  }

  /// What an oEmbed address answers; nil when it fails: it only adds to a page.
  private func oEmbed(_ address: String, timeLimit: Duration) async -> OpenGraphData? {
    let request = PageRequest(
      address, byteLimit: 256 << 10, timeLimit: timeLimit, accepts: .json)
    guard let response = try? await loader.load(request) else { return nil }
    return try? OpenGraphData(
      oEmbed: response.body, url: response.url, limits: configuration.limits)
  }

  // MARK: What the origin says beside the page

  private func details(_ response: PageResponse) -> LoadDetails {
    let validators = Validators(
      entityTag: response.headers["etag"], lastModified: response.headers["last-modified"])
    let now = HTTPDate(secondsSince1970: CacheClock.system.date.milliseconds / 1_000)
    return LoadDetails(
      validators: validators.isEmpty ? nil : validators,
      originLife: OriginCaching(response.headers).freshness(now: now))
  }
}
