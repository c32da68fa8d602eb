import Strata
import StrataOpenGraph

/// The pages that a command is to work on, checked before the first one is asked for.
enum URLOperands {
  /// The operands, with the lines of standard input in place of a `-`.
  static func expanded(_ operands: [String]) -> [String] {
    operands.flatMap { operand -> [String] in
      guard operand == "-" else { return [operand] }
      var lines: [String] = []
      while let line = readLine() {
        let trimmed = line.split(whereSeparator: \.isWhitespace).first.map(String.init)
        if let trimmed, !trimmed.hasPrefix("#") { lines.append(trimmed) }
      }
      return lines
    }
  }

  /// The keys that records are kept under: a page's, or for what is no URL the text itself.
  ///
  /// - Throws: As `keys(of:by:)`.
  static func storedKeys(
    of operands: [String], by normalization: URLNormalization
  ) throws(ProgramFailure) -> [CacheKey] {
    var keys: [CacheKey] = []
    for operand in operands {
      keys +=
        operand.contains("://")
        ? try self.keys(of: [operand], by: normalization) : [CacheKey(operand)]
    }
    return keys
  }

  /// The keys of pages.
  ///
  /// - Throws: `ProgramFailure` that names the URL and the part of it at fault.
  static func keys(
    of urls: [String], by normalization: URLNormalization
  ) throws(ProgramFailure) -> [CacheKey] {
    var keys: [CacheKey] = []
    for url in urls {
      do throws(CacheKeyError) {
        keys.append(try CacheKey(url: url, normalization: normalization))
      } catch {
        throw ProgramFailure(
          UsageError.badValue(
            error.text, of: "URL", reason: "\(error.part.rawValue): \(error.message)"))
      }
    }
    return keys
  }
}
