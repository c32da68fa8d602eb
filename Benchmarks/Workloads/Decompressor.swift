import Foundation

/// What is in a compressed file, by the program that knows its format.
struct Decompressor {
  private let url: URL

  init(_ url: URL) { self.url = url }

  /// - Throws: `TraceError` if the program is missing or can't read the file.
  func data() throws -> Data {
    let programs = ["gz": "gzip", "xz": "xz"]
    guard let program = programs[url.pathExtension] else { return try Data(contentsOf: url) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program, "-dc", url.path]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch {
      throw TraceError("\(url.path): can't start \(program): \(error.localizedDescription)")
    }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw TraceError(
        "\(url.path): \(program) -dc failed with \(process.terminationStatus); is \(program) installed?"
      )
    }
    return data
  }
}
