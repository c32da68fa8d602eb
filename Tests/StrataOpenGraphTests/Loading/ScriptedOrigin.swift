import Dispatch
import Foundation
import Synchronization

/// A web server on loopback that behaves as badly as its script says.
///
/// Each connection has its thread. It must be stopped, which also keeps it alive until then:
///
/// ```swift
/// let origin = try ScriptedOrigin(["/": .html("<title>Hello</title>")])
/// defer { origin.stop() }
/// ```
final class ScriptedOrigin: Sendable {
  typealias Request = OriginConnection.Request

  enum Reply: Sendable {
    /// A proper answer; the connection is kept.
    case answer(Int, [(String, String)] = [], String = "")
    /// Full control; the connection ends with it.
    case script(@Sendable (OriginConnection, Request) -> Void)

    static func html(_ body: String, _ headers: [(String, String)] = []) -> Reply {
      .answer(200, [("Content-Type", "text/html; charset=utf-8")] + headers, body)
    }

    static func redirect(_ target: String, status: Int = 302) -> Reply {
      .answer(status, [("Location", target)])
    }
  }

  private struct State {
    var requests: [Request] = []
    var connections = 0
    var open: Set<Int32> = []
    var isStopped = false
    var watchers: [(path: String, continuation: CheckedContinuation<Void, Never>)] = []
    var inFlight = 0
    var mostInFlight = 0
  }

  let port: UInt16
  private let listener: Int32
  private let state = Mutex(State())
  private let hasClosed = DispatchSemaphore(value: 0)
  private let greeting: String
  private let reply: @Sendable (Request) -> Reply

  /// - Parameter greeting: sent as soon as a client connects, before it has asked for anything.
  init(
    greeting: String = "", reply: @escaping @Sendable (Request) -> Reply = { _ in .answer(404) }
  ) throws {
    (listener, port) = try Loopback.listen()
    self.greeting = greeting
    self.reply = reply
    Thread.detachNewThread { [self] in
      while let descriptor = Loopback.accept(listener), begin(descriptor) {}
      // Closed by the thread that waits on it: the number of a closed socket goes to the next one.
      Loopback.close(listener)
      hasClosed.signal()
    }
  }

  convenience init(_ pages: [String: Reply]) throws {
    try self.init { pages[$0.path] ?? .answer(404) }
  }

  func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  var connections: Int { state.withLock(\.connections) }
  var requests: [Request] { state.withLock(\.requests) }
  var mostInFlight: Int { state.withLock(\.mostInFlight) }
  func count(of path: String) -> Int { requests.filter { $0.path == path }.count }

  /// Returns once a request for the path has come.
  func received(_ path: String) async {
    await withCheckedContinuation { continuation in
      let isHere = state.withLock { state in
        if state.requests.contains(where: { $0.path == path }) { return true }
        state.watchers.append((path, continuation))
        return false
      }
      if isHere { continuation.resume() }
    }
  }

  func stop() {
    let isFirst = state.withLock { state in
      defer { state.isStopped = true }
      for descriptor in state.open { Loopback.shutDown(descriptor) }
      return !state.isStopped
    }
    guard isFirst else { return }
    Loopback.knock(port)
    hasClosed.wait()
  }

  // False once the origin is stopped.
  private func begin(_ descriptor: Int32) -> Bool {
    let isWelcome = state.withLock { state in
      guard !state.isStopped else { return false }
      state.connections += 1
      state.open.insert(descriptor)
      return true
    }
    guard isWelcome else {
      Loopback.close(descriptor)
      return false
    }
    Thread.detachNewThread { [self] in
      serve(OriginConnection(descriptor: descriptor))
      state.withLock { state in
        _ = state.open.remove(descriptor)
        Loopback.close(descriptor)
      }
    }
    return true
  }

  private func serve(_ connection: OriginConnection) {
    connection.send(greeting)
    while let request = connection.receive() {
      note(request)
      defer { state.withLock { $0.inFlight -= 1 } }
      switch reply(request) {
      case .script(let script):
        return script(connection, request)
      case .answer(let status, let headers, let body):
        var head = "HTTP/1.1 \(status) Scripted\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if status != 304 { head += "Content-Length: \(body.utf8.count)\r\n" }
        guard connection.send(head + "\r\n" + body) else { return }
      }
    }
  }

  private func note(_ request: Request) {
    let woken = state.withLock { state in
      state.requests.append(request)
      state.inFlight += 1
      state.mostInFlight = max(state.mostInFlight, state.inFlight)
      defer { state.watchers.removeAll { $0.path == request.path } }
      return state.watchers.filter { $0.path == request.path }
    }
    for watcher in woken { watcher.continuation.resume() }
  }
}
