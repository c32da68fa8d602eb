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
  ///   - started: Called with the process once it runs.
  static func of(
    _ arguments: String..., in directory: TemporaryDirectory, input: String = "",
    started: (Process) async throws -> Void = { _ in }
  ) async throws -> ProgramRun {
    let process = Process()
    process.executableURL = try program
    process.arguments = arguments
    process.environment = ["HOME": directory.path, "XDG_CACHE_HOME": "\(directory.path)/xdg"]
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
    try await started(process)
    var status: Int32 = -2
    for await code in ends { status = code }
    let texts = try files.map { try String(contentsOfFile: $0.0, encoding: .utf8) }
    return ProgramRun(status: status, output: texts[1], errors: texts[2])
  }

  /// The program lies beside the bundle of the tests.
  private static var program: URL {
    get throws {
      let bundles = CommandLine.arguments.compactMap { argument -> URL? in
        guard let end = argument.firstRange(of: ".xctest")?.upperBound else { return nil }
        return URL(filePath: String(argument[..<end]))
      }
      let bundle = try #require(bundles.first)
      return bundle.deletingLastPathComponent().appending(path: "strata")
    }
  }
}
