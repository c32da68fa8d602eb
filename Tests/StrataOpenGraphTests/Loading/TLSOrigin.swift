import Foundation

/// A TLS server on loopback with a certificate nobody else knows, by the `openssl` program.
final class TLSOrigin {
  static let program = "/usr/bin/openssl"
  static var isPossible: Bool { FileManager.default.isExecutableFile(atPath: program) }

  let port: UInt16
  let directory: URL
  private let server = Process()

  var certificate: String { directory.appendingPathComponent("cert.pem").path }

  init() throws {
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("strata-tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let maker = Process()
    maker.executableURL = URL(fileURLWithPath: Self.program)
    maker.currentDirectoryURL = directory
    maker.arguments = [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
      "-keyout", "key.pem", "-out", "cert.pem", "-subj", "/CN=strata", "-days", "2", "-addext",
      "subjectAltName=IP:127.0.0.1",
    ]
    maker.standardError = FileHandle.nullDevice
    try maker.run()
    maker.waitUntilExit()
    let output = Pipe()
    server.executableURL = URL(fileURLWithPath: Self.program)
    server.currentDirectoryURL = directory
    // -www answers each request with a page about the connection.
    server.arguments = [
      "s_server", "-accept", "127.0.0.1:0", "-cert", "cert.pem", "-key", "key.pem", "-www",
    ]
    server.standardOutput = output
    server.standardError = FileHandle.nullDevice
    try server.run()
    port = Self.port(in: output.fileHandleForReading)
  }

  func stop() {
    // The process has the signal mask of the worker thread that made it: SIGTERM does not reach it.
    kill(server.processIdentifier, SIGKILL)
    server.waitUntilExit()
    try? FileManager.default.removeItem(at: directory)
  }

  /// Reads up to `ACCEPT 127.0.0.1:12345`.
  private static func port(in output: FileHandle) -> UInt16 {
    var text = ""
    while true {
      let data = output.availableData
      if data.isEmpty { return 0 }
      text += String(decoding: data, as: UTF8.self)
      guard let start = text.range(of: "ACCEPT 127.0.0.1:"),
        let end = text[start.upperBound...].firstIndex(of: "\n")
      else { continue }
      return UInt16(text[start.upperBound..<end]) ?? 0
    }
  }
}
