import Foundation
import Testing

@testable import StrataCLI

/// A run of the built program, in a process of its own.
struct ProgramRun: Sendable {
  let status: Int32
  let output: String
  let errors: String

  /// Runs the program to its end. Its cache is in `directory` unless the arguments say otherwise.
  ///
  /// - Parameters:
  ///   - input: What standard input gives.
  ///   - marker: A file that the program makes; when it is there, the program is interrupted.
  static func of(
    _ arguments: String..., in directory: TemporaryDirectory, input: String = "",
    timeZone: String = "UTC", interruptedAfter marker: String? = nil
  ) async throws -> ProgramRun {
    let process = Process()
    process.executableURL = try program
    process.arguments = arguments
    process.environment = [
      "HOME": directory.path, "XDG_CACHE_HOME": "\(directory.path)/xdg", "TZ": timeZone,
    ]
    // Files, so that nobody waits for a full pipe.
    let id = UUID().uuidString
    let files = try ["in", "out", "err"].map { name in
      let path = try directory.file("\(id).\(name)", name == "in" ? input : "")
      return (path, try #require(FileHandle(forUpdatingAtPath: path)))
    }
    process.standardInput = files[0].1
    process.standardOutput = files[1].1
    process.standardError = files[2].1
    let (ends, end) = AsyncStream.makeStream(of: Int32.self)
    process.terminationHandler = {
      end.yield($0.terminationReason == .exit ? $0.terminationStatus : -1)
      end.finish()
    }
    try process.run()
    if let marker { interrupt(process.processIdentifier, after: marker) }
    var status: Int32 = -2
    for await code in ends { status = code }
    let texts = try files.map { try String(contentsOfFile: $0.0, encoding: .utf8) }
    return ProgramRun(status: status, output: texts[1], errors: texts[2])
  }

  /// Looks for the file from a thread of its own: the pool that tests share may be busy for seconds.
  private static func interrupt(_ process: pid_t, after marker: String) {
    Thread.detachNewThread {
      for _ in 0..<60_000 where !FileManager.default.fileExists(atPath: marker) { usleep(1_000) }
      kill(process, SIGINT)
    }
  }

  /// The program lies beside the bundle of the tests.
  private static var program: URL {
    get throws {
      let bundles = CommandLine.arguments.compactMap { argument -> URL? in
        guard let end = argument.firstRange(of: ".xctest")?.upperBound else { return nil }
        return URL(filePath: String(argument[..<end]))
      }
      return try #require(bundles.first).deletingLastPathComponent().appending(path: "strata")
    }
  }
}
