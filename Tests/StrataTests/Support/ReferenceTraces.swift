import Foundation
import Testing

@testable import Strata

/// Published traces beside the package, with the hits that an independent simulator counted. They belong to
/// others, so they are read where they lie and are no part of the package.
enum ReferenceTraces {
  struct Row: Sendable, CustomTestStringConvertible {
    let trace: String
    let capacity: Int
    let hits: [String: Int]

    var testDescription: String { "\(trace), \(capacity) entries" }
    /// The most hits of a policy that does not know the future.
    var best: Int { hits.filter { $0.key != "OPT" }.map(\.value).max() ?? 0 }
  }

  /// `$STRATA_SHARED/traces`, or `../shared/traces` beside the package; nil where there is neither.
  static let folder: URL? = {
    var folders: [URL] = []
    if let shared = ProcessInfo.processInfo.environment["STRATA_SHARED"] {
      folders.append(URL(fileURLWithPath: shared).appendingPathComponent("traces"))
    }
    var package = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { package.deleteLastPathComponent() }
    for up in ["../shared/traces", "../../shared/traces"] {
      folders.append(package.appendingPathComponent(up).standardized)
    }
    return folders.first {
      FileManager.default.fileExists(atPath: $0.appendingPathComponent("reference-hits.txt").path)
    }
  }()

  /// The rows of traces that are read in a moment.
  static let small: [Row] = {
    guard let folder,
      let text = try? String(
        contentsOf: folder.appendingPathComponent("reference-hits.txt"), encoding: .utf8)
    else { return [] }
    let names = ["multi1", "multi2", "multi3", "gli", "cpp", "cs", "ps", "scan", "zigzag"]
    return text.split(whereSeparator: \.isNewline).compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 2, words[1].hasPrefix("c="),
        let capacity = Int(words[1].dropFirst(2).prefix { $0.isNumber }),
        names.contains(where: { words[0] == "lirs_\($0).trace.gz" })
      else { return nil }
      let pairs = words.dropFirst(2).compactMap { word -> (String, Int)? in
        let parts = word.split(separator: "=")
        guard parts.count == 2, let hits = Int(parts[1]) else { return nil }
        return (String(parts[0]), hits)
      }
      return Row(
        trace: String(words[0]), capacity: capacity, hits: Dictionary(uniqueKeysWithValues: pairs))
    }
  }()

  /// The keys of a trace with a number a line.
  static func keys(_ name: String) throws -> [Int] {
    guard let folder else { return [] }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", folder.appendingPathComponent(name).path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Unreadable(name: name) }
    return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap {
      Int($0.split(separator: " ").first ?? "")
    }
  }

  struct Unreadable: Error, CustomStringConvertible {
    let name: String
    var description: String { "gzip -dc could not read \(name); is gzip installed?" }
  }
}
