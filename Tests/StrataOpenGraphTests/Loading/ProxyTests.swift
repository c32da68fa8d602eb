import Testing

@testable import StrataOpenGraph

@Suite struct LoadingThroughProxiesTests {
  private func route(_ variables: [String: String]) -> ProxyRoute {
    ProxyRoute { variables[$0] }
  }

  private func target(_ url: String) throws -> LoadTarget { try #require(LoadTarget(url)) }

  @Test func theEnvironmentIsReadAsLibcurlReadsIt() throws {
    let route = route(["http_proxy": "http://p:1", "HTTPS_PROXY": "http://s:2"])
    #expect(route.proxy(for: try target("http://a.example/")) == "http://p:1")
    #expect(route.proxy(for: try target("https://a.example/")) == "http://s:2")
    let upper = self.route(["HTTP_PROXY": "http://header:1"])
    #expect(upper.proxy(for: try target("http://a.example/")) == nil)
    let all = self.route(["all_proxy": "http://a:1", "http_proxy": ""])
    #expect(all.proxy(for: try target("http://a.example/")) == "http://a:1")
  }

  @Test func exceptionsAreAskedDirectly() throws {
    let route = route([
      "all_proxy": "http://p:1", "no_proxy": ".Example.com, intern 10.0.0.0/8,::1",
    ])
    for url in [
      "http://example.com/", "http://a.example.com/", "http://intern/", "http://10.1.2.3/",
      "http://[::1]/",
    ] {
      #expect(route.proxy(for: try target(url)) == nil)
    }
    for url in ["http://badexample.com/", "http://11.0.0.1/", "http://x.internal/"] {
      #expect(route.proxy(for: try target(url)) == "http://p:1")
    }
    let none = self.route(["all_proxy": "http://p:1", "no_proxy": "*"])
    #expect(none.proxy(for: try target("http://a.example/")) == nil)
  }

  @Test func aProxyIsAskedForTheWholeURL() async throws {
    let origin = try ScriptedOrigin { .html("<title>\($0.path)</title>") }
    defer { origin.stop() }
    let loader = loopbackLoader {
      $0.addresses = .publicInternet
      $0.proxy = .url(origin.url(""))
    }
    let page = try await loader.load(PageRequest("http://site.example/a"))
    #expect(text(page) == "<title>http://site.example/a</title>")
    // What is written as an address is still judged.
    let error = try await failure(loader, PageRequest("http://10.0.0.1/"))
    guard case .blockedAddress = error.kind else {
      Issue.record("\(error)")
      return
    }
  }
}
