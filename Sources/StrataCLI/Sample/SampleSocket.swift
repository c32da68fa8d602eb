#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A TCP socket on 127.0.0.1.
struct SampleSocket: Sendable {
  /// A call of the system that failed, and its `errno`.
  struct Failure: Error, CustomStringConvertible {
    var call: String
    var code: Int32

    var description: String { "the sample site cannot be served: \(call) failed (errno \(code))" }
  }

  /// A head that is longer ends the connection.
  static let headLimit = 16 << 10

  let descriptor: Int32

  /// A socket that listens on a port the system picks.
  static func listen() throws(Failure) -> (socket: SampleSocket, port: UInt16) {
    let descriptor = make()
    guard descriptor >= 0 else { throw Failure(call: "socket", code: errno) }
    let socket = SampleSocket(descriptor: descriptor)
    var address = address(port: 0)
    let failure: Failure? = withSystemAddress(&address) { pointer, size in
      var size = size
      if bind(descriptor, pointer, size) != 0 { return Failure(call: "bind", code: errno) }
      if systemListen(descriptor, 64) != 0 { return Failure(call: "listen", code: errno) }
      if getsockname(descriptor, pointer, &size) != 0 {
        return Failure(call: "getsockname", code: errno)
      }
      return nil
    }
    if let failure {
      socket.close()
      throw failure
    }
    return (socket, UInt16(bigEndian: address.sin_port))
  }

  /// Connects and goes.
  static func knock(_ port: UInt16) {
    let socket = SampleSocket(descriptor: make())
    guard socket.descriptor >= 0 else { return }
    var address = address(port: port)
    withSystemAddress(&address) { pointer, size in _ = connect(socket.descriptor, pointer, size) }
    socket.close()
  }

  /// The next client; nil when the socket can take none any more.
  func accept() -> SampleSocket? {
    while true {
      let client = systemAccept(descriptor, nil, nil)
      if client >= 0 {
        #if canImport(Darwin)
          var on: Int32 = 1
          setsockopt(client, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
        return SampleSocket(descriptor: client)
      }
      guard errno == EINTR || errno == ECONNABORTED else { return nil }
    }
  }

  /// A request's head up to its empty line; nil when the client has gone or sends too much.
  func receiveHead() -> String? {
    var head: [UInt8] = []
    var byte: UInt8 = 0
    while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
      guard head.count < Self.headLimit, recv(descriptor, &byte, 1, 0) == 1 else { return nil }
      head.append(byte)
    }
    return String(decoding: head, as: UTF8.self)
  }

  /// False when the client has gone.
  func send(_ bytes: [UInt8]) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  func shutDown() {
    _ = shutdown(descriptor, Int32(SHUT_RDWR))
  }

  func close() {
    _ = systemClose(descriptor)
  }

  private static func make() -> Int32 {
    #if canImport(Glibc)
      socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket(AF_INET, SOCK_STREAM, 0)
    #endif
  }

  private static func address(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
  }

  private static func withSystemAddress<Result>(
    _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}

// The members above hide the system's functions of the same names.
private let systemListen = listen
private let systemAccept = accept
private let systemSend = send
private let systemClose = close
