#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension PolicyFile {
  /// Reads a policy file. Blocks on the disk: read it at start-up, or off the cooperative pool.
  ///
  /// - Throws: `PolicyError` with the path: when the file can't be read, is over 1 MiB or no UTF-8, or for
  ///   what is wrong in it.
  public init(contentsOf path: String) throws(PolicyError) {
    let bytes = try Self.bytes(of: path)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw PolicyError(
        rule: "", field: "", message: "the file is no UTF-8 text; save it as UTF-8", path: path)
    }
    do { try self.init(json5: text) } catch { throw error.within(path: path) }
  }

  private static func bytes(of path: String) throws(PolicyError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw unreadable(path)
      }
      bytes += buffer[..<count]
      // A device file may never end.
      guard bytes.count <= sizeLimit else {
        throw PolicyError(
          rule: "", field: "", message: "the file has over \(sizeLimit) bytes, the limit",
          path: path)
      }
    }
  }

  private static func unreadable(_ path: String) -> PolicyError {
    let reason = strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
    return PolicyError(rule: "", field: "", message: "can't be read: \(reason)", path: path)
  }
}
