#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Sockets on 127.0.0.1.
enum Loopback {
  struct Failure: Error {
    let call: String
    let code: Int32
  }

  /// A listening socket on a port that the system picks.
  static func listen() throws -> (descriptor: Int32, port: UInt16) {
    let descriptor = makeSocket()
    guard descriptor >= 0 else { throw Failure(call: "socket", code: errno) }
    var address = address(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> Int32 in
        guard bind(descriptor, address, size) == 0, systemListen(descriptor) == 0,
          getsockname(descriptor, address, &size) == 0
        else { return errno }
        return 0
      }
    }
    guard code == 0 else {
      close(descriptor)
      throw Failure(call: "listen", code: code)
    }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  /// Nil when the listener is closed.
  static func accept(_ listener: Int32) -> Int32? {
    while true {
      #if canImport(Glibc)
        let descriptor = Glibc.accept(listener, nil, nil)
      #elseif canImport(Musl)
        let descriptor = Musl.accept(listener, nil, nil)
      #else
        let descriptor = Darwin.accept(listener, nil, nil)
      #endif
      if descriptor >= 0 {
        #if canImport(Darwin)
          var on: Int32 = 1
          setsockopt(
            descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout.size(ofValue: on)))
        #endif
        return descriptor
      }
      guard errno == EINTR || errno == ECONNABORTED else { return nil }
    }
  }

  /// Connects and goes, so that `accept` returns. Shutting the listener down does not do that
  /// everywhere.
  static func knock(_ port: UInt16) {
    let descriptor = makeSocket()
    var address = address(port: port)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = connect(descriptor, $0, size)
      }
    }
    close(descriptor)
  }

  private static func makeSocket() -> Int32 {
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

  static func shutDown(_ descriptor: Int32) {
    _ = shutdown(descriptor, Int32(SHUT_RDWR))
  }

  static func close(_ descriptor: Int32) {
    #if canImport(Glibc)
      _ = Glibc.close(descriptor)
    #elseif canImport(Musl)
      _ = Musl.close(descriptor)
    #else
      _ = Darwin.close(descriptor)
    #endif
  }

  private static func systemListen(_ descriptor: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.listen(descriptor, 512)
    #elseif canImport(Musl)
      Musl.listen(descriptor, 512)
    #else
      Darwin.listen(descriptor, 512)
    #endif
  }
}
