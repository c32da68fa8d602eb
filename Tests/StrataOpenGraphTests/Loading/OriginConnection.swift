#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One accepted connection of a scripted origin, with everything an origin can do to a client.
/// It belongs to the thread that serves it.
struct OriginConnection {
  let descriptor: Int32

  struct Request: Sendable {
    var path: String
    var head: String

    func header(_ name: String) -> String? {
      let prefix = "\(name.lowercased()):"
      let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(prefix) }
      return line.map { String($0.dropFirst(prefix.count).drop { $0 == " " }) }
    }
  }

  /// The next request's head; nil when the client has gone.
  func receive() -> Request? {
    var head: [UInt8] = []
    var byte: UInt8 = 0
    while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
      guard head.count < 65_536, recv(descriptor, &byte, 1, 0) == 1 else { return nil }
      head.append(byte)
    }
    let text = String(decoding: head, as: UTF8.self)
    let words = text.split(separator: " ", maxSplits: 2)
    return words.count == 3 ? Request(path: String(words[1]), head: text) : nil
  }

  /// False when the client has gone.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        #if canImport(Darwin)
          Darwin.send(descriptor, $0.baseAddress, $0.count, 0)
        #elseif canImport(Musl)
          Musl.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        #else
          Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        #endif
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Sends the same bytes until the client has had enough.
  func sendEndlessly(_ bytes: [UInt8]) {
    while send(bytes) {}
  }

  /// Sends a byte, then waits before the next, until the client goes.
  func drip(_ byte: UInt8, everyMilliseconds pause: Int32) {
    while send([byte]), !waitUntilClosed(limit: pause) {}
  }

  /// Waits until the client closes, at most so long; true when it has.
  @discardableResult
  func waitUntilClosed(limit milliseconds: Int32 = -1) -> Bool {
    var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&poller, 1, milliseconds) > 0 else { return false }
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, 0) <= 0
  }

  /// Ends the connection with a reset instead of a proper end.
  func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
  }
}
