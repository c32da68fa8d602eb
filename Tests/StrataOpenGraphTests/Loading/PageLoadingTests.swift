import Strata
import StrataOpenGraph
import Testing

@Suite struct LoadingPagesTests {
  @Test func aPageArrivesWithItsHeaders() async throws {
    let origin = try ScriptedOrigin([
      "/": .html("<title>Hello</title>", [("ETag", "\"1\""), ("X-Odd", "a"), ("x-odd", "b")])
    ])
    defer { origin.stop() }
    let page = try await loopbackLoader().load(PageRequest(origin.url("/")))
    #expect(page.status == 200)
    #expect(page.url == origin.url("/"))
    #expect(text(page) == "<title>Hello</title>")
    #expect(page.ending == .complete)
    #expect(page.mimeType == "text/html")
    #expect(page.etag == "\"1\"")
    #expect(page.headers.all("X-ODD") == ["a", "b"])
    #expect(page.remoteAddress == "127.0.0.1")
    #expect(!page.notModified)
  }

  @Test func theRequestSaysWhoAsksAndWhatFor() async throws {
    let origin = try ScriptedOrigin(["/": .html("<p>")])
    defer { origin.stop() }
    let loader = loopbackLoader {
      $0.userAgent = "Example/1 (+https://example.com/bot)"
      $0.acceptLanguage = "de"
    }
    _ = try await loader.load(PageRequest(origin.url("/")))
    let request = try #require(origin.requests.first)
    #expect(request.header("User-Agent") == "Example/1 (+https://example.com/bot)")
    #expect(request.header("Accept-Language") == "de")
    #expect(request.header("Accept")?.hasPrefix("text/html,") == true)
    #expect(request.header("Accept-Encoding")?.contains("gzip") == true)
    #expect(request.header("Cookie") == nil)
  }

  @Test func cookiesAreNotKept() async throws {
    let origin = try ScriptedOrigin(["/": .html("<p>", [("Set-Cookie", "a=b")])])
    defer { origin.stop() }
    let loader = loopbackLoader()
    for _ in 0..<2 { _ = try await loader.load(PageRequest(origin.url("/"))) }
    #expect(origin.requests.count == 2)
    #expect(origin.requests.allSatisfy { $0.header("Cookie") == nil })
  }

  @Test func connectionsAreUsedAgain() async throws {
    let origin = try ScriptedOrigin(["/": .html("<p>"), "/404": .answer(404, [], "gone")])
    defer { origin.stop() }
    let loader = loopbackLoader()
    for _ in 0..<5 {
      _ = try await loader.load(PageRequest(origin.url("/")))
      _ = try await failure(loader, PageRequest(origin.url("/404")))
    }
    #expect(origin.requests.count == 10)
    #expect(origin.connections == 1)
  }

  @Test func gzipIsDecoded() async throws {
    let body = Gzip.stored(Array("<title>Zipped</title>".utf8))
    let origin = try ScriptedOrigin([
      "/": .script { connection, _ in
        connection.send(
          "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n"
            + "Content-Length: \(body.count)\r\n\r\n")
        connection.send(body)
      }
    ])
    defer { origin.stop() }
    let page = try await loopbackLoader().load(PageRequest(origin.url("/")))
    #expect(text(page) == "<title>Zipped</title>")
    #expect(page.ending == .complete)
  }

  @Test func anUnchangedPageIsNotSentAgain() async throws {
    let origin = try ScriptedOrigin { request in
      request.header("If-None-Match") == "\"v1\""
        ? .answer(304, [("ETag", "\"v1\"")]) : .html("<p>")
    }
    defer { origin.stop() }
    let loader = loopbackLoader()
    let validators = Validators(entityTag: "\"v1\"", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT")
    let page = try await loader.load(PageRequest(origin.url("/"), validators: validators))
    #expect(page.notModified)
    #expect(page.body.isEmpty)
    #expect(origin.requests[0].header("If-Modified-Since") == "Sun, 06 Nov 1994 08:49:37 GMT")
  }

  @Test func validatorsOfAnotherURLStayAtHome() async throws {
    let origin = try ScriptedOrigin(["/": .redirect("/new"), "/new": .html("<p>")])
    defer { origin.stop() }
    let validators = Validators(entityTag: "\"v1\"")
    _ = try await loopbackLoader().load(
      PageRequest(origin.url("/"), validators: validators, validatedURL: origin.url("/new")))
    #expect(origin.requests.map { $0.header("If-None-Match") } == [nil, "\"v1\""])
  }

  @Test func validatorsCannotSmuggleAHeader() async throws {
    let origin = try ScriptedOrigin(["/": .html("<p>")])
    defer { origin.stop() }
    let validators = Validators(entityTag: "\"1\"\r\nX-Evil: yes")
    _ = try await loopbackLoader().load(PageRequest(origin.url("/"), validators: validators))
    #expect(origin.requests[0].header("X-Evil") == nil)
    #expect(origin.requests[0].header("If-None-Match") == nil)
  }

  @Test func aStatus304ThatNobodyAskedForIsAnError() async throws {
    let origin = try ScriptedOrigin(["/": .answer(304)])
    defer { origin.stop() }
    let error = try await failure(loopbackLoader(), PageRequest(origin.url("/")))
    #expect(error.kind == .httpStatus(304))
  }

  @Test func interimAnswersAreSkipped() async throws {
    let origin = try ScriptedOrigin([
      "/": .script { connection, _ in
        connection.send("HTTP/1.1 103 Early Hints\r\nContent-Type: image/png\r\n\r\n")
        connection.send(
          "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>")
      }
    ])
    defer { origin.stop() }
    let page = try await loopbackLoader().load(PageRequest(origin.url("/")))
    #expect(page.headers.all("content-type") == ["text/html"])
  }

  @Test func readingStopsWhereTheCallerHasEnough() async throws {
    let origin = try ScriptedOrigin([
      "/": .script { connection, _ in
        connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<head></head>")
        connection.sendEndlessly(Array(repeating: 0x20, count: 4096))
      }
    ])
    defer { origin.stop() }
    let page = try await loopbackLoader().load(
      PageRequest(origin.url("/")) { String(decoding: $0, as: UTF8.self).contains("</head>") })
    #expect(page.ending == .stopped)
    #expect(page.isTruncated)
    #expect(page.body.count < 100_000)
  }

  @Test func aShortRestIsReadToKeepTheConnection() async throws {
    let rest = String(repeating: " ", count: 9000)
    let origin = try ScriptedOrigin(["/": .html("<head></head>" + rest)])
    defer { origin.stop() }
    let loader = loopbackLoader()
    for _ in 0..<3 {
      let page = try await loader.load(PageRequest(origin.url("/")) { !$0.isEmpty })
      #expect(page.ending == .stopped)
    }
    #expect(origin.connections == 1)
  }

  @Test func twoHundredLoadsAtATimeAllArrive() async throws {
    let origin = try ScriptedOrigin { .html("<title>\($0.path)</title>") }
    defer { origin.stop() }
    let loader = loopbackLoader { $0.manners.transfersPerHost = 16 }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          let page = try await loader.load(PageRequest(origin.url("/\(number)")))
          #expect(text(page) == "<title>/\(number)</title>")
        }
      }
      try await group.waitForAll()
    }
    #expect(origin.requests.count == 200)
    #expect(origin.connections <= 16)
    #expect(origin.mostInFlight <= 16)
  }
}
