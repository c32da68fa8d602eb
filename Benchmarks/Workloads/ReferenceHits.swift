import Foundation

/// The numbers of hits that an independent simulator counted, by trace, capacity and policy: the lines of
/// `reference-hits.txt`, as in `x.gz c=500: LRU=10 (1.00%)  OPT=20 (2.00%)`.
struct ReferenceHits {
  struct Row {
    let trace: String
    let capacity: Int
    let hits: [String: Int]

    /// The most hits of a policy that does not know the future.
    var bestOnline: Int? { hits.filter { $0.key != "OPT" }.map(\.value).max() }
  }

  let rows: [Row]

  init(contentsOf url: URL) throws {
    let text = try String(contentsOf: url, encoding: .utf8)
    rows = text.split(whereSeparator: \.isNewline).compactMap { line in
      guard !line.hasPrefix("#") else { return nil }
      let words = line.split(separator: " ")
      guard words.count > 2, words[1].hasPrefix("c="),
        let capacity = Int(words[1].dropFirst(2).prefix { $0.isNumber })
      else { return nil }
      var hits: [String: Int] = [:]
      for word in words.dropFirst(2) {
        let parts = word.split(separator: "=")
        if parts.count == 2 { hits[String(parts[0])] = Int(parts[1]) }
      }
      return Row(trace: String(words[0]), capacity: capacity, hits: hits)
    }
  }

  func row(_ trace: String, _ capacity: Int) -> Row? {
    rows.first { $0.trace == trace && $0.capacity == capacity }
  }
}
