import Foundation

/// A directory of its own for one contender, gone when it is.
final class ScratchDirectory: Sendable {
  let path: String

  init(_ name: String) throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("strata-benchmarks-\(name)-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
