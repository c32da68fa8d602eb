import Strata
import StrataOpenGraph
import Testing

@Suite struct LoadingSafelyTests {
  @Test(
    "this machine is refused in every spelling",
    arguments: [
      "127.0.0.1", "127.1", "2130706433", "0x7f000001", "017700000001", "0x7f.1", "127.0.0.1.",
      "0177.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[64:ff9b::7f00:1]",
      "localhost", "LOCALHOST.", "0.0.0.0", "0", "[::]", "%31%32%37.0.0.1", "１２７.0.0.1",
    ])
  func thisMachineIsRefused(host: String) async throws {
    let origin = try ScriptedOrigin(["/": .html("<p>")])
    defer { origin.stop() }
    let loader = loopbackLoader { $0.addresses = .publicInternet }
    let error = try await failure(loader, PageRequest("http://\(host):\(origin.port)/"))
    switch error.kind {
    case .blockedAddress, .invalidURL: break
    // A name that the system does not know leads nowhere either.
    case .noSuchHost, .nameLookupFailed: break
    default: Issue.record("\(error)")
    }
    #expect(origin.connections == 0)
  }

  @Test(
    "a redirect into the own network is refused",
    arguments: [
      "http://127.0.0.1:1/", "http://169.254.169.254/latest/meta-data/", "http://[::1]/",
      "http://2852039166/", "//10.0.0.1/", "http://0xa9.0xfe.0xa9.0xfe/", "http://192.168.1.1/",
      "http://[fd00:ec2::254]/", "http://[::ffff:169.254.169.254]/", "http://100.100.100.200/",
    ])
  func aRedirectInwardIsRefused(target: String) async throws {
    let origin = try ScriptedOrigin(["/": .redirect(target)])
    defer { origin.stop() }
    let port = origin.port
    // The first step must be let through, so that the second can be refused.
    let loader = loopbackLoader {
      $0.addresses = .allowLoopback
      $0.addresses.denied = [IPNetwork("::1/128")!]
      $0.allowedPorts = .only([port, 80])
    }
    let error = try await failure(loader, PageRequest(origin.url("/")))
    switch error.kind {
    case .blockedAddress: #expect(error.isDefinite)
    case .forbiddenPort(1): break
    default: Issue.record("\(error)")
    }
  }

  @Test func aNameThatLeadsInwardIsRefusedWhenItIsConnected() async throws {
    let origin = try ScriptedOrigin(["/": .html("<p>")])
    defer { origin.stop() }
    let loader = loopbackLoader { $0.addresses = .publicInternet }
    let error = try await failure(loader, PageRequest("http://localhost:\(origin.port)/"))
    guard case .blockedAddress(_, let network) = error.kind else {
      Issue.record("\(error)")
      return
    }
    #expect(network.contains("Loopback"))
    #expect(origin.connections == 0)
    #expect(error.description.contains("localhost"))
  }

  @Test func deniedNetworksGoBeforeAllowedOnes() async throws {
    let origin = try ScriptedOrigin(["/": .html("<p>")])
    defer { origin.stop() }
    let loader = loopbackLoader { $0.addresses.denied = [IPNetwork("127.0.0.1/32")!] }
    let error = try await failure(loader, PageRequest(origin.url("/")))
    #expect(
      error.kind
        == .blockedAddress(
          address: "127.0.0.1", network: "127.0.0.1/32 denied by configuration"))
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://example.com/", "gopher://127.0.0.1:25/_HELO"])
  func onlyHTTPIsFetched(url: String) async throws {
    let error = try await failure(loopbackLoader(), PageRequest(url))
    switch error.kind {
    case .forbiddenScheme, .invalidURL: #expect(error.isDefinite)
    default: Issue.record("\(error)")
    }
  }

  @Test func aRedirectToAnotherSchemeIsRefused() async throws {
    let origin = try ScriptedOrigin([
      "/": .redirect("file:///etc/passwd"), "/g": .redirect("gopher://127.0.0.1:25/_HELO"),
    ])
    defer { origin.stop() }
    for path in ["/", "/g"] {
      let error = try await failure(loopbackLoader(), PageRequest(origin.url(path)))
      switch error.kind {
      case .forbiddenScheme, .invalidURL: break
      default: Issue.record("\(error)")
      }
    }
  }

  @Test func credentialsAreRefusedAndNotRepeated() async throws {
    for url in ["http://user:secret@example.com/", "http://secret@example.com/"] {
      let error = try await failure(loopbackLoader(), PageRequest(url))
      #expect(error.kind == .credentialsInURL)
      #expect(!error.description.contains("secret"))
    }
  }

  @Test func onlyAllowedPortsAreConnectedTo() async throws {
    let error = try await failure(CurlPageLoader(), PageRequest("http://example.com:25/"))
    #expect(error.kind == .forbiddenPort(25))
  }

  @Test func hostListsAreKept() async throws {
    let below = try DomainPattern("*.example.com")
    let exact = try DomainPattern("example.org")
    let denying = loopbackLoader { $0.hosts = HostFilter(denied: [below]) }
    let error = try await failure(denying, PageRequest("http://A.EXAMPLE.com./"))
    #expect(error.kind == .forbiddenHost("a.example.com."))
    let allowing = loopbackLoader { $0.hosts = HostFilter(allowed: [exact]) }
    let other = try await failure(allowing, PageRequest("http://127.0.0.1/"))
    #expect(other.kind == .forbiddenHost("127.0.0.1"))
  }

  @Test(arguments: ["", "example.com", "http://", "http:///", "http://a b/", "http://a\r\nb/"])
  func whatIsNoURLIsRefused(url: String) async throws {
    let error = try await failure(loopbackLoader(), PageRequest(url))
    guard case .invalidURL = error.kind else {
      Issue.record("\(error)")
      return
    }
    #expect(error.isDefinite)
  }

  @Test func anOverlongURLIsRefused() async throws {
    let url = "http://example.com/" + String(repeating: "a", count: 10_000)
    guard case .invalidURL = try await failure(loopbackLoader(), PageRequest(url)).kind else {
      Issue.record("it was let through")
      return
    }
  }
}
