import Foundation

/// A directory of its own for one test, removed with the object.
final class TemporaryDirectory: Sendable {
  let path: String

  init(_ name: String = #function) {
    let safe = name.prefix { $0.isLetter || $0.isNumber }
    path = NSTemporaryDirectory() + "strata-\(safe)-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }
}
