import Foundation

/// A running `StrataLMDBTestWriter`.
final class WriterProcess {
  private let process = Process()
  private let output = Pipe()

  init(_ arguments: String...) throws {
    // Built beside the test bundle.
    let here = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    process.executableURL = URL(fileURLWithPath: here).deletingLastPathComponent()
      .appendingPathComponent("StrataLMDBTestWriter")
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
  }

  /// Lets it work until it has said so many lines, kills it, and gives all that it said in full lines.
  func kill(afterLines count: Int) throws -> [String] {
    var said = Data()
    while said.count(where: { $0 == UInt8(ascii: "\n") }) < count {
      let chunk = output.fileHandleForReading.availableData
      if chunk.isEmpty { break }
      said.append(chunk)
    }
    signal(SIGKILL)
    said.append(output.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    let whole = said.prefix(upTo: (said.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1)
    return String(decoding: whole, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Waits for its end and gives what it said.
  func result() -> String {
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: said, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Waits for the first line.
  func firstLine() -> String {
    var said = Data()
    while !said.contains(UInt8(ascii: "\n")) {
      let chunk = output.fileHandleForReading.availableData
      if chunk.isEmpty { break }
      said.append(chunk)
    }
    return String(decoding: said.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  func signal(_ number: Int32) { Foundation.kill(process.processIdentifier, number) }

  func waitForEnd() { process.waitUntilExit() }
}
