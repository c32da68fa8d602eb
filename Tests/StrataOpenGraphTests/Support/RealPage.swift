import Foundation

@testable import StrataOpenGraph

/// One of the real pages beside the package. They belong to their publishers, so they are read where they
/// lie and are no part of the package.
struct RealPage: Sendable {
  let file: String
  let url: String
  let expected: JSONValue
  let bytes: [UInt8]

  /// `$STRATA_SHARED/pages`, or `../shared/pages` beside the package; `nil` where there is neither.
  static let folder: URL? = {
    var folders: [URL] = []
    if let shared = ProcessInfo.processInfo.environment["STRATA_SHARED"] {
      folders.append(URL(fileURLWithPath: shared).appendingPathComponent("pages"))
    }
    var package = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { package.deleteLastPathComponent() }
    for up in ["../shared/pages", "../../shared/pages"] {
      folders.append(package.appendingPathComponent(up).standardized)
    }
    return folders.first {
      FileManager.default.fileExists(atPath: $0.appendingPathComponent("expected.json").path)
    }
  }()

  static let all: [RealPage] = {
    guard let folder,
      let text = try? String(
        contentsOf: folder.appendingPathComponent("expected.json"), encoding: .utf8),
      let json = JSONValue(parsing: text)
    else { return [] }
    return json.elements.compactMap { page in
      guard let file = page["file"]?.string, let url = page["url"]?.string,
        let bytes = try? Data(contentsOf: folder.appendingPathComponent(file))
      else { return nil }
      return RealPage(
        file: file, url: url, expected: page["expected"] ?? .null, bytes: [UInt8](bytes))
    }
  }()
}
