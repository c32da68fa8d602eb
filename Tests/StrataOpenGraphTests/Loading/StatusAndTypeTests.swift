import StrataOpenGraph
import Testing

@Suite struct LoadingRefusesWhatIsNoPageTests {
  @Test(arguments: [(404, true), (410, true), (500, false), (403, false), (429, false)])
  func anErrorStatusIsAnError(status: Int, isDefinite: Bool) async throws {
    let origin = try ScriptedOrigin(["/": .answer(status, [("Content-Type", "text/html")], "<p>")])
    defer { origin.stop() }
    let error = try await failure(loopbackLoader(), PageRequest(origin.url("/")))
    #expect(error.kind == .httpStatus(status))
    #expect(error.isDefinite == isDefinite)
    #expect(error.retryAfter == nil)
  }

  @Test func anErrorStatusWithAnEndlessBodyEnds() async throws {
    let origin = try ScriptedOrigin([
      "/": .script { connection, _ in
        connection.send("HTTP/1.1 500 No\r\n\r\n")
        connection.sendEndlessly(Array(repeating: 0x61, count: 4096))
      }
    ])
    defer { origin.stop() }
    let error = try await failure(loopbackLoader(), PageRequest(origin.url("/")))
    #expect(error.kind == .httpStatus(500))
  }

  @Test func retryAfterIsReadInBothForms() async throws {
    let origin = try ScriptedOrigin([
      "/s": .answer(500, [("Retry-After", "120")]),
      "/d": .answer(
        500,
        [
          ("Date", "Sun, 06 Nov 1994 08:49:37 GMT"),
          ("Retry-After", "Sun, 06 Nov 1994 08:50:07 GMT"),
        ]),
    ])
    defer { origin.stop() }
    let loader = loopbackLoader()
    #expect(try await failure(loader, PageRequest(origin.url("/s"))).retryAfter == .seconds(120))
    #expect(try await failure(loader, PageRequest(origin.url("/d"))).retryAfter == .seconds(30))
  }

  @Test func aHostThatAsksToBeLeftAloneIs() async throws {
    let origin = try ScriptedOrigin([
      "/busy": .answer(503, [("Retry-After", "60")]), "/": .html("<p>"),
    ])
    defer { origin.stop() }
    let loader = loopbackLoader()
    let first = try await failure(loader, PageRequest(origin.url("/busy")))
    #expect(first.kind == .httpStatus(503))
    #expect(first.retryAfter == .seconds(60))
    let second = try await failure(loader, PageRequest(origin.url("/")))
    #expect(second.kind == .askedToWait)
    let left = try #require(second.retryAfter)
    #expect(left > .seconds(30) && left <= .seconds(60))
    #expect(origin.requests.count == 1)
    let stubborn = loopbackLoader { $0.manners.longestRetryAfter = .zero }
    _ = try await failure(stubborn, PageRequest(origin.url("/busy")))
    _ = try await stubborn.load(PageRequest(origin.url("/")))
  }

  @Test(arguments: ["image/png", "text/plain", "application/pdf", "video/mp4", "application/json"])
  func whatIsNotHTMLIsRefusedAtTheHeader(type: String) async throws {
    let origin = try ScriptedOrigin([
      "/": .script { connection, _ in
        connection.send("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\r\n")
        connection.waitUntilClosed()
      }
    ])
    defer { origin.stop() }
    let error = try await failure(loopbackLoader(), PageRequest(origin.url("/")))
    #expect(error.kind == .unsupportedContentType(type))
    #expect(error.isDefinite)
  }

  @Test(arguments: ["text/html", "Text/HTML; Charset=x", "application/xhtml+xml;charset=utf-8"])
  func htmlIsAccepted(type: String) async throws {
    let origin = try ScriptedOrigin(["/": .answer(200, [("Content-Type", type)], "<p>")])
    defer { origin.stop() }
    #expect(try await loopbackLoader().load(PageRequest(origin.url("/"))).contentType == type)
  }

  @Test func aPageWithoutATypeIsJudgedByItsFirstCharacter() async throws {
    let origin = try ScriptedOrigin([
      "/html": .answer(200, [], "\u{feff}\n  <!doctype html>"), "/text": .answer(200, [], "hello"),
      "/empty": .answer(200, [], " "),
    ])
    defer { origin.stop() }
    let loader = loopbackLoader()
    #expect(try await loader.load(PageRequest(origin.url("/html"))).body.count > 10)
    for path in ["/text", "/empty"] {
      let error = try await failure(loader, PageRequest(origin.url(path)))
      #expect(error.kind == .unsupportedContentType(nil))
    }
  }

  @Test func jsonIsAcceptedWhereAskedFor() async throws {
    let origin = try ScriptedOrigin([
      "/": .answer(200, [("Content-Type", "application/json+oembed")], "{}"),
      "/vendor": .answer(200, [("Content-Type", "application/vnd.api+json")], "{}"),
    ])
    defer { origin.stop() }
    let loader = loopbackLoader()
    for path in ["/", "/vendor"] {
      let page = try await loader.load(PageRequest(origin.url(path), accepts: .json))
      #expect(text(page) == "{}")
    }
  }
}
