import StrataOpenGraph
import Testing

@Suite struct LoadingFromMisbehavingOriginsTests {
  private static let htmlHead = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"

  @Test func anEndlessBodyIsCutAtTheLimit() async throws {
    let origin = try ScriptedOrigin([
      "/": .script { connection, _ in
        connection.send(Self.htmlHead + "\r\n")
        connection.sendEndlessly(Array(repeating: 0x61, count: 16_384))
      }
    ])
    defer { origin.stop() }
    let page = try await loopbackLoader().load(PageRequest(origin.url("/"), byteLimit: 100_000))
    #expect(page.body.count == 100_000)
    #expect(page.ending == .byteLimit)
    let error = try await failure(
      loopbackLoader(), PageRequest(origin.url("/"), byteLimit: 100_000, overLimit: .fail))
    #expect(error.kind == .tooLarge(limit: 100_000))
  }

  @Test func aBodyOfExactlyTheLimitIsComplete() async throws {
    let origin = try ScriptedOrigin(["/": .html("12345")])
    defer { origin.stop() }
    let request = PageRequest(origin.url("/"), byteLimit: 5, overLimit: .fail)
    #expect(try await loopbackLoader().load(request).ending == .complete)
  }

  @Test func anAnnouncedLengthOverTheLimitIsRefusedUnread() async throws {
    let origin = try ScriptedOrigin([
      "/": .script { connection, _ in
        connection.send(Self.htmlHead + "Content-Length: 1000000000\r\n\r\n")
        connection.waitUntilClosed()
      }
    ])
    defer { origin.stop() }
    let request = PageRequest(origin.url("/"), byteLimit: 1000, overLimit: .fail)
    #expect(try await failure(loopbackLoader(), request).kind == .tooLarge(limit: 1000))
  }

  @Test func aDecompressionBombIsCutAtTheLimit() async throws {
    let bomb = Gzip.bomb(bytes: 1 << 16, of: UInt8(ascii: "a"))
    let origin = try ScriptedOrigin([
      "/": .script { connection, _ in
        connection.send(Self.htmlHead + "Content-Encoding: gzip\r\n\r\n")
        connection.send(bomb)
      }
    ])
    defer { origin.stop() }
    let page = try await loopbackLoader().load(PageRequest(origin.url("/"), byteLimit: 50_000))
    #expect(page.body.count == 50_000)
    #expect(page.body.allSatisfy { $0 == UInt8(ascii: "a") })
    #expect(page.ending == .byteLimit)
  }

  @Test func encodedBytesThatDecodeToNothingAreBoundedToo() async throws {
    let blocks = Array(repeatElement(Gzip.emptyBlock, count: 4096).joined())
    let origin = try ScriptedOrigin([
      "/": .script { connection, _ in
        connection.send(Self.htmlHead + "Content-Encoding: gzip\r\n\r\n")
        connection.send(Gzip.header)
        connection.sendEndlessly(blocks)
      }
    ])
    defer { origin.stop() }
    let page = try await loopbackLoader().load(
      PageRequest(origin.url("/"), byteLimit: 50_000, timeLimit: .seconds(60)))
    #expect(page.body.isEmpty)
    #expect(page.ending == .byteLimit)
  }

  @Test func aBrokenEncodingIsAnError() async throws {
    let origin = try ScriptedOrigin(["/": .html("not gzip", [("Content-Encoding", "gzip")])])
    defer { origin.stop() }
    #expect(
      try await failure(loopbackLoader(), PageRequest(origin.url("/"))).kind == .badEncoding)
  }

  @Test func aDrippingBodyIsGivenUp() async throws {
    let origin = try ScriptedOrigin([
      "/": .script { connection, _ in
        connection.send(Self.htmlHead + "\r\n")
        connection.drip(0x61, everyMilliseconds: 10)
      }
    ])
    defer { origin.stop() }
    let loader = loopbackLoader {
      $0.speedWindow = .milliseconds(200)
      $0.minimumBytesPerWindow = 1000
    }
    var request = PageRequest(origin.url("/"), timeLimit: .seconds(60))
    let error = try await failure(loader, request)
    #expect(error.kind == .timedOut(.receiving))
    #expect(!error.isDefinite)
    request.acceptsPartialBody = true
    let page = try await loader.load(request)
    #expect(page.ending == .timedOut)
    #expect(page.body.first == 0x61)
  }

  @Test func aDrippingBodyEndsAtTheTimeLimitAtTheLatest() async throws {
    let origin = try ScriptedOrigin([
      "/": .script { connection, _ in
        connection.send(Self.htmlHead + "\r\n")
        connection.drip(0x61, everyMilliseconds: 10)
      }
    ])
    defer { origin.stop() }
    let request = PageRequest(origin.url("/"), timeLimit: .milliseconds(300))
    // Which phase that is depends on how quick the machine is.
    guard case .timedOut = try await failure(loopbackLoader(), request).kind else {
      Issue.record("another error")
      return
    }
  }

  @Test func aSilentOriginTimesOut() async throws {
    let origin = try ScriptedOrigin(["/": .script { connection, _ in connection.waitUntilClosed() }]
    )
    defer { origin.stop() }
    let request = PageRequest(origin.url("/"), timeLimit: .milliseconds(100))
    let error = try await failure(loopbackLoader(), request)
    #expect(error.kind == .timedOut(.waiting) || error.kind == .timedOut(.connecting))
    #expect(!error.isDefinite)
  }

  @Test func aHeaderFloodIsRefused() async throws {
    let origin = try ScriptedOrigin([
      "/": .script { connection, _ in
        connection.send("HTTP/1.1 200 OK\r\n")
        connection.sendEndlessly(Array("X-Flood: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n".utf8))
      }
    ])
    defer { origin.stop() }
    let error = try await failure(loopbackLoader(), PageRequest(origin.url("/")))
    #expect(error.kind == .headersTooLarge(limit: 64 << 10))
  }

  @Test func aFloodOfInterimAnswersIsRefused() async throws {
    let origin = try ScriptedOrigin([
      "/": .script { connection, _ in
        connection.sendEndlessly(Array("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".utf8))
      }
    ])
    defer { origin.stop() }
    let error = try await failure(loopbackLoader(), PageRequest(origin.url("/")))
    #expect(error.kind == .headersTooLarge(limit: 64 << 10))
  }

  @Test func aBodyShorterThanAnnouncedIsAnErrorUnlessAsked() async throws {
    let origin = try ScriptedOrigin([
      "/": .script { connection, _ in
        connection.send(Self.htmlHead + "Content-Length: 1000\r\n\r\n<head>")
      }
    ])
    defer { origin.stop() }
    var request = PageRequest(origin.url("/"))
    let error = try await failure(loopbackLoader(), request)
    #expect(error.kind == .bodyCutOff)
    #expect(!error.isDefinite)
    request.acceptsPartialBody = true
    let page = try await loopbackLoader().load(request)
    #expect(page.ending == .cutOff)
    #expect(text(page) == "<head>")
  }

  @Test func aResetIsAPassingError() async throws {
    let origin = try ScriptedOrigin(["/": .script { connection, _ in connection.reset() }])
    defer { origin.stop() }
    let error = try await failure(loopbackLoader(), PageRequest(origin.url("/")))
    #expect(error.kind == .connectionLost)
    #expect(!error.isDefinite)
  }

  @Test func aClosedPortIsAPassingError() async throws {
    let origin = try ScriptedOrigin([:])
    defer { origin.stop() }
    let url = origin.url("/")
    origin.stop()
    let error = try await failure(loopbackLoader(), PageRequest(url))
    #expect(error.kind == .connectionFailed)
    #expect(error.url == url)
    #expect(!error.isDefinite)
  }

  @Test func anAnswerThatIsNotHTTPIsAnError() async throws {
    let origin = try ScriptedOrigin([
      "/": .script { connection, _ in connection.send("220 mail.example ESMTP\r\n") }
    ])
    defer { origin.stop() }
    #expect(try await failure(loopbackLoader(), PageRequest(origin.url("/"))).kind == .badReply)
  }

  @Test func aServerThatDoesNotSpeakTLSIsATLSError() async throws {
    let origin = try ScriptedOrigin(greeting: "220 mail.example ESMTP\r\n")
    defer { origin.stop() }
    let error = try await failure(
      loopbackLoader(), PageRequest("https://127.0.0.1:\(origin.port)/"))
    #expect(error.kind == .tlsFailed)
    #expect(!error.isDefinite)
  }
}
