#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// JSON in one line, its names in alphabetical order so that two runs can be compared.
enum JSONLine {
  /// - Throws: `ProgramFailure` when a value has no JSON form.
  static func of(_ value: some Encodable) throws(ProgramFailure) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return "\(String(decoding: try encoder.encode(value), as: UTF8.self))\n"
    } catch {
      throw ProgramFailure(.setup, "this can't be written as JSON: \(error)")
    }
  }
}
