import Strata
import StrataOpenGraph
import Testing

@testable import StrataCLI

@Suite struct SampleServerTests {
  @Test func itServesItsPagesAndNothingElse() async throws {
    let server = try SampleServer(["/": .html("<title>é</title>", headers: ["ETag": "\"1\""])])
    defer { server.stop() }
    let loader = CurlPageLoader(.loopback)
    let page = try await loader.load(PageRequest(server.url("/?q")))
    #expect(String(decoding: page.body, as: UTF8.self) == "<title>é</title>")
    #expect(page.etag == "\"1\"")
    await #expect(throws: PageLoadError(.httpStatus(404), url: server.url("/a"))) {
      try await loader.load(PageRequest(server.url("/a")))
    }
    let again = PageRequest(server.url("/"), validators: page.validators)
    #expect(try await loader.load(again).notModified)
    #expect(server.served == 3)
  }

  @Test func afterItStopsNobodyAnswers() async throws {
    let server = try SampleServer(["/": .html("<p>")])
    let loader = CurlPageLoader(.loopback)
    _ = try await loader.load(PageRequest(server.url("/")))
    server.stop()
    server.stop()
    await #expect(throws: PageLoadError.self) {
      try await loader.load(PageRequest(server.url("/")))
    }
  }

  @Test func eachHasAPortOfItsOwn() throws {
    let first = try SampleServer([:])
    let second = try SampleServer([:])
    #expect(first.port != second.port)
    first.stop()
    second.stop()
  }
}
