import Foundation

@testable import StrataOpenGraph

/// Reads test data that lies in Fixtures.
enum Fixture {
  static func json(_ name: String) throws -> [JSONValue] {
    let file = PreviewCase.folder.deletingLastPathComponent().appendingPathComponent(name)
    return JSONValue(parsing: try String(contentsOf: file, encoding: .utf8))?.elements ?? []
  }

  static func bytes(hex: String) -> [UInt8] {
    let digits = Array(hex.utf8).compactMap(WebURL.hexValue)
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
