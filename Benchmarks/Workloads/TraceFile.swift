import Foundation

/// A file of a published trace, in the format that its name tells.
struct TraceFile {
  let url: URL

  private enum Format {
    /// A number a line.
    case numbers
    /// `start count …` a line: the numbers from start on.
    case runs
    /// `kind address …` a line, the address in hexadecimal.
    case addresses
    /// Big-endian integers of so many bytes.
    case words(Int)
  }

  /// Nil where the name tells no format that is known.
  private var format: Format? {
    let name = url.lastPathComponent
    let formats: [(String, Format)] = [
      ("lirs_", .numbers), ("otter_arc_", .runs), ("address_", .addresses),
      ("cache2k_", .words(4)), ("corda_", .words(8)),
    ]
    return formats.first { name.hasPrefix($0.0) }?.1
  }

  /// The keys in the order of the requests.
  func keys() throws -> [Int] {
    guard let format else { throw TraceError("\(url.lastPathComponent): no known format") }
    let data = try Decompressor(url).data()
    switch format {
    case .numbers: return lines(data) { Int($0[0]).map { $0..<$0 + 1 } }
    case .addresses:
      return lines(data) { fields in
        guard fields.count > 1 else { return nil }
        let digits = fields[1].hasPrefix("0x") ? fields[1].dropFirst(2) : fields[1]
        return Int(digits, radix: 16).map { $0..<$0 + 1 }
      }
    case .runs:
      return lines(data) { fields in
        guard fields.count > 1, let start = Int(fields[0]), let count = Int(fields[1]) else {
          return nil
        }
        return start..<start + count
      }
    case .words(let size):
      return stride(from: 0, to: data.count - size + 1, by: size).map { offset in
        data[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
      }
    }
  }

  /// The keys of all lines, without those that have none.
  private func lines(_ data: Data, _ keys: ([Substring]) -> Range<Int>?) -> [Int] {
    String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).flatMap { line in
      let fields = line.split(separator: " ")
      return fields.isEmpty ? 0..<0 : keys(fields) ?? 0..<0
    }
  }
}

/// Why a trace can't be read.
struct TraceError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
