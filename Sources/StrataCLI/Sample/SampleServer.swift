import Synchronization

/// A tiny web server on loopback for the sample site: fixed pages, GET and HEAD, connections kept.
///
/// ```swift
/// let server = try SampleServer(["/": .html("<title>Hello</title>")])
/// print(server.url("/"))
/// server.stop()
/// ```
///
/// It listens on 127.0.0.1 only, on a port that the system picks. A page with an `ETag` is answered
/// with 304 to who has it. At most `connectionLimit` clients are served at a time, each on a thread
/// of its own; it is made for a demonstration, not for traffic.
final class SampleServer: Sendable {
  /// What is served at a path.
  struct Page: Sendable {
    var status = 200
    var headers: [String: String] = [:]
    var body: [UInt8] = []
    /// How long it takes to be made.
    var delay: Duration = .zero

    static func html(_ text: String, headers: [String: String] = [:]) -> Page {
      let type = ["Content-Type": "text/html; charset=utf-8"]
      return Page(headers: type.merging(headers) { $1 }, body: Array(text.utf8))
    }
  }

  private struct State {
    var connections: Set<Int32> = []
    var isStopped = false
    var served = 0
  }

  static let connectionLimit = 32

  /// The port that it listens on.
  let port: UInt16
  private let pages: [String: Page]
  private let state = Mutex(State())

  /// Begins to serve.
  ///
  /// - Throws: `SampleSocket.Failure` when there can be no socket or no thread.
  init(_ pages: [String: Page]) throws(SampleSocket.Failure) {
    let listener = try SampleSocket.listen()
    port = listener.port
    self.pages = pages
    let isStarted = SampleThread.start { [self] in
      while let client = listener.socket.accept(), admit(client) {}
      // Closed by the thread that waits on it: the number of a closed socket goes to the next one.
      listener.socket.close()
    }
    guard isStarted else {
      listener.socket.close()
      throw SampleSocket.Failure(call: "pthread_create", code: 0)
    }
  }

  /// The address of a path.
  func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  /// How many requests it has answered.
  var served: Int { state.withLock(\.served) }

  /// Closes all connections and takes no more. Needed: until then its threads keep it alive.
  func stop() {
    let isFirst = state.withLock { state in
      for client in state.connections { SampleSocket(descriptor: client).shutDown() }
      defer { state.isStopped = true }
      return !state.isStopped
    }
    // Shutting a listener down does not end its wait everywhere; a connection does.
    if isFirst { SampleSocket.knock(port) }
  }

  /// False once the server is stopped.
  private func admit(_ client: SampleSocket) -> Bool {
    let (isOpen, hasRoom) = state.withLock { state in
      let hasRoom = !state.isStopped && state.connections.count < Self.connectionLimit
      if hasRoom { state.connections.insert(client.descriptor) }
      return (!state.isStopped, hasRoom)
    }
    guard hasRoom else {
      client.close()
      return isOpen
    }
    let isStarted = SampleThread.start { [self] in
      serve(client)
      release(client)
    }
    if !isStarted { release(client) }
    return true
  }

  private func release(_ client: SampleSocket) {
    state.withLock { state in
      _ = state.connections.remove(client.descriptor)
      client.close()
    }
  }

  private func serve(_ client: SampleSocket) {
    while let head = client.receiveHead() {
      let lines = head.split(separator: "\r\n")
      let words = lines.first?.split(separator: " ") ?? []
      guard words.count == 3, words[0] == "GET" || words[0] == "HEAD" else { return }
      let path = words[1].prefix { $0 != "?" }
      if let delay = pages[String(path)]?.delay, delay > .zero { SampleThread.pause(for: delay) }
      let reply = reply(to: String(path), lines: lines.dropFirst(), withBody: words[0] == "GET")
      state.withLock { $0.served += 1 }
      guard client.send(reply) else { return }
    }
  }

  private func reply(to path: String, lines: ArraySlice<Substring>, withBody: Bool) -> [UInt8] {
    var page = pages[path] ?? Page(status: 404, body: Array("not found\n".utf8))
    let asked = lines.first { $0.lowercased().hasPrefix("if-none-match:") }
    if let tag = page.headers["ETag"], let asked, asked.contains(tag) {
      page = Page(status: 304, headers: ["ETag": tag])
    }
    var head = "HTTP/1.1 \(page.status) \(page.status == 200 ? "OK" : "Sample")\r\n"
    for (name, value) in page.headers.sorted(by: { $0.key < $1.key }) {
      head += "\(name): \(value)\r\n"
    }
    if page.status != 304 { head += "Content-Length: \(page.body.count)\r\n" }
    return Array("\(head)\r\n".utf8) + (withBody ? page.body : [])
  }
}
