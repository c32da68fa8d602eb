import StrataOpenGraph
import Testing

@Suite struct LoadingThroughRedirectsTests {
  @Test(arguments: [301, 302, 303, 307, 308])
  func eachKindOfRedirectIsFollowed(status: Int) async throws {
    let origin = try ScriptedOrigin([
      "/a/b": .redirect("../c?d#e", status: status), "/c?d": .html("<p>"),
    ])
    defer { origin.stop() }
    let page = try await loopbackLoader().load(PageRequest(origin.url("/a/b")))
    #expect(page.url == origin.url("/c?d"))
    #expect(page.redirects == [.init(url: origin.url("/a/b"), status: status)])
    #expect(origin.connections == 1)
  }

  @Test func aChainIsFollowedUpToTheLimit() async throws {
    let origin = try ScriptedOrigin { request in
      let step = Int(request.path.dropFirst()) ?? 0
      return step == 0 ? .html("<p>") : .redirect("/\(step - 1)")
    }
    defer { origin.stop() }
    let loader = loopbackLoader()
    #expect(try await loader.load(PageRequest(origin.url("/5"))).redirects.count == 5)
    let error = try await failure(loader, PageRequest(origin.url("/30")))
    #expect(error.kind == .tooManyRedirects(limit: 5))
    #expect(error.url == origin.url("/24"))
    #expect(origin.count(of: "/24") == 0)
    let patient = loopbackLoader { $0.redirectLimit = 30 }
    #expect(try await patient.load(PageRequest(origin.url("/30"))).redirects.count == 30)
  }

  @Test func aCircleEndsAtItsFirstRound() async throws {
    let origin = try ScriptedOrigin(["/a": .redirect("/b"), "/b": .redirect("/a")])
    defer { origin.stop() }
    let error = try await failure(loopbackLoader(), PageRequest(origin.url("/a")))
    #expect(error.kind == .tooManyRedirects(limit: 5))
    #expect(origin.requests.count == 2)
  }

  @Test func aRedirectWithAnEndlessBodyIsFollowed() async throws {
    let origin = try ScriptedOrigin([
      "/a": .script { connection, _ in
        connection.send("HTTP/1.1 302 Found\r\nLocation: /b\r\n\r\n")
        connection.sendEndlessly(Array(repeating: 0x61, count: 4096))
      },
      "/b": .html("<p>"),
    ])
    defer { origin.stop() }
    #expect(try await loopbackLoader().load(PageRequest(origin.url("/a"))).status == 200)
  }

  @Test func aRedirectWhoseBodyNeverEndsIsFollowed() async throws {
    let origin = try ScriptedOrigin([
      "/a": .script { connection, _ in
        connection.send("HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 10\r\n\r\n")
        connection.waitUntilClosed()
      },
      "/b": .html("<p>"),
    ])
    defer { origin.stop() }
    #expect(try await loopbackLoader().load(PageRequest(origin.url("/a"))).status == 200)
  }

  @Test func allStepsShareOneTimeLimit() async throws {
    let origin = try ScriptedOrigin { request in
      .script { connection, _ in
        connection.waitUntilClosed(limit: 100)
        connection.send(
          "HTTP/1.1 302 Found\r\nLocation: \(request.path)x\r\nContent-Length: 0\r\n\r\n")
      }
    }
    defer { origin.stop() }
    let loader = loopbackLoader { $0.redirectLimit = 1000 }
    let request = PageRequest(origin.url("/"), timeLimit: .milliseconds(350))
    guard case .timedOut = try await failure(loader, request).kind else {
      Issue.record("another error")
      return
    }
    #expect(origin.requests.count <= 4)
  }

  @Test func bytesBeyondASCIIInATargetAreEncoded() async throws {
    let origin = try ScriptedOrigin(["/": .redirect("/é ü"), "/%C3%A9%20%C3%BC": .html("<p>")])
    defer { origin.stop() }
    let page = try await loopbackLoader().load(PageRequest(origin.url("/")))
    #expect(page.url == origin.url("/%C3%A9%20%C3%BC"))
  }

  @Test func aRedirectWithoutATargetIsAnError() async throws {
    let origin = try ScriptedOrigin(["/": .answer(302)])
    defer { origin.stop() }
    let error = try await failure(loopbackLoader(), PageRequest(origin.url("/")))
    #expect(error.kind == .httpStatus(302))
  }
}
