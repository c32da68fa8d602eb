/// The sample site, being served.
struct SampleSite: Sendable {
  let server: SampleServer
  /// The pages to be asked for, in order.
  let urls = SamplePages.all.map(\.url)

  /// - Throws: `SampleSocket.Failure` when it can't be served.
  init() throws(SampleSocket.Failure) {
    var pages: [String: SampleServer.Page] = [:]
    for (url, page) in SamplePages.all + [SamplePages.ferry] {
      let path = url.dropFirst("http:/".count).prefix { $0 != "?" }
      pages[String(path)] = page
    }
    server = try SampleServer(pages)
  }
}
