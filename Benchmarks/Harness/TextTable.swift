import Foundation

/// How lines of a report look, in a terminal or on a page.
enum TextTable {
  static func heading(_ title: String, isMarkdown: Bool) -> String {
    if isMarkdown {
      return """

        **\(title)**

        | contender | value | range | ratio | p50 | p99 | p99.9 | max | allocations | goal |
        |---|---|---|---|---|---|---|---|---|---|
        """
    }
    return "\n\(title)"
  }

  static func line(_ row: Row, isMarkdown: Bool) -> String {
    let value = "\(number(row.value.median)) \(row.unit)"
    let range = "\(number(row.value.low))–\(number(row.value.high))"
    let ratio = row.ratio.map {
      "×\(number($0.median)) (\(number($0.low))–\(number($0.high)))"
    }
    let percentiles = row.percentiles.map { [$0.p50, $0.p99, $0.p999, $0.max].map { "\($0)" } }
    let allocations = row.allocations.map { number($0) }
    let goal = row.goal.map { goal in
      let reached = row.ratio?.median ?? row.value.median
      return "\(reached <= goal ? "holds" : "MISSED"): at most \(number(goal))"
    }
    if isMarkdown {
      let cells =
        [row.contender, value, range, ratio ?? ""] + (percentiles ?? ["", "", "", ""])
        + [allocations ?? "", goal ?? ""]
      return "| \(cells.joined(separator: " | ")) |"
    }
    var text = "  " + pad(row.contender, 28) + pad(value, 16) + pad("[\(range)]", 18)
    text += pad(ratio ?? "", 26)
    if let percentiles {
      text += pad("p50 \(percentiles[0]) p99 \(percentiles[1]) p99.9 \(percentiles[2])", 34)
    }
    if let allocations { text += pad("\(allocations) allocs", 14) }
    return text + (goal ?? "")
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: Swift.max(width - text.count, 1))
  }

  static func number(_ value: Double) -> String {
    switch abs(value) {
    case ..<10: value.rounded(toPlaces: 2)
    case ..<1_000: value.rounded(toPlaces: 1)
    default: value.rounded(toPlaces: 0)
    }
  }
}
