import StrataOpenGraph
import Testing

@Suite(.timeLimit(.minutes(1)))
struct LoadingEndsWhenToldTests {
  private static func silentOrigin() throws -> ScriptedOrigin {
    try ScriptedOrigin { _ in .script { connection, _ in connection.waitUntilClosed() } }
  }

  @Test func aCancelledTaskEndsItsTransfer() async throws {
    let origin = try Self.silentOrigin()
    defer { origin.stop() }
    let loader = loopbackLoader()
    let request = PageRequest(origin.url("/"), timeLimit: .seconds(3600))
    let task = Task { try await failure(loader, request) }
    await origin.received("/")
    task.cancel()
    #expect(try await task.value.kind == .cancelled)
  }

  @Test func aCancelledTaskLeavesTheQueue() async throws {
    let origin = try Self.silentOrigin()
    defer { origin.stop() }
    let loader = loopbackLoader { $0.manners.transfersPerHost = 1 }
    let first = Task {
      try await failure(loader, PageRequest(origin.url("/1"), timeLimit: .seconds(3600)))
    }
    await origin.received("/1")
    let second = Task { try await failure(loader, PageRequest(origin.url("/2"))) }
    second.cancel()
    #expect(try await second.value.kind == .cancelled)
    #expect(origin.count(of: "/2") == 0)
    first.cancel()
    #expect(try await first.value.kind == .cancelled)
  }

  @Test func aTaskCancelledBeforeItBeginsAsksNothing() async throws {
    let origin = try Self.silentOrigin()
    defer { origin.stop() }
    let loader = loopbackLoader()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await failure(loader, PageRequest(origin.url("/")))
    }
    task.cancel()
    #expect(try await task.value.kind == .cancelled)
    #expect(origin.requests.isEmpty)
  }

  @Test func theSlotOfACancelledTransferIsFree() async throws {
    let origin = try ScriptedOrigin { request in
      request.path == "/slow"
        ? .script { connection, _ in connection.waitUntilClosed() } : .html("<p>")
    }
    defer { origin.stop() }
    let loader = loopbackLoader { $0.manners.transfers = 1 }
    let task = Task { try await failure(loader, PageRequest(origin.url("/slow"))) }
    await origin.received("/slow")
    task.cancel()
    _ = try await task.value
    #expect(try await loader.load(PageRequest(origin.url("/"))).status == 200)
  }

  @Test func shuttingDownEndsEveryLoad() async throws {
    let origin = try Self.silentOrigin()
    defer { origin.stop() }
    let loader = loopbackLoader { $0.manners.transfersPerHost = 1 }
    let running = Task { try await failure(loader, PageRequest(origin.url("/1"))) }
    await origin.received("/1")
    let waiting = Task { try await failure(loader, PageRequest(origin.url("/2"))) }
    loader.shutDown()
    #expect(try await running.value.kind == .shutDown)
    #expect(try await waiting.value.kind == .shutDown)
    #expect(try await failure(loader, PageRequest(origin.url("/3"))).kind == .shutDown)
  }

  @Test func aFullQueueRefuses() async throws {
    let origin = try Self.silentOrigin()
    defer { origin.stop() }
    let loader = loopbackLoader {
      $0.manners.transfers = 1
      $0.manners.waiting = 0
    }
    // Nothing may wait at all, so not even the first gets in.
    let error = try await failure(loader, PageRequest(origin.url("/")))
    #expect(error.kind == .overloaded)
    #expect(!error.isDefinite)
  }

  @Test func aLoadThatWaitsTooLongIsRefused() async throws {
    let origin = try Self.silentOrigin()
    defer { origin.stop() }
    let loader = loopbackLoader {
      $0.manners.transfers = 1
      $0.manners.waitingLimit = .milliseconds(50)
    }
    let first = Task {
      try await failure(loader, PageRequest(origin.url("/1"), timeLimit: .seconds(3600)))
    }
    await origin.received("/1")
    #expect(try await failure(loader, PageRequest(origin.url("/2"))).kind == .overloaded)
    first.cancel()
    _ = try await first.value
  }

  @Test func theThreadEndsWithTheLoader() async throws {
    let closed = Flag()
    let origin = try ScriptedOrigin { _ in
      .script { connection, _ in
        connection.send(
          "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>")
        // The idle connection is closed when the loop's libcurl handle is freed.
        connection.waitUntilClosed()
        closed.raise()
      }
    }
    defer { origin.stop() }
    var loader: CurlPageLoader? = loopbackLoader()
    _ = try await loader?.load(PageRequest(origin.url("/")))
    loader = nil
    await closed.wait()
  }
}
