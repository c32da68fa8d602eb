import Foundation

/// The lines of the hit ratio scenario, and what they come to.
struct HitRatioTable {
  struct Line {
    let trace: String
    let capacity: Int
    let requests: Int
    let fifo: Int
    let lru: Int
    let tinyLFU: Int
    let optimum: Int
    let reference: ReferenceHits.Row?

    /// The best that a policy without knowledge of the future is known to do here.
    var best: Int { Swift.max(reference?.bestOnline ?? 0, fifo, lru) }

    func points(_ hits: Int) -> Double { 100 * Double(hits) / Double(requests) }

    /// The exact counts that are not those of the reference.
    var disagreements: [String] {
      [("FIFO", fifo), ("LRU", lru), ("OPT", optimum)].compactMap { name, hits in
        guard let expected = reference?.hits[name], expected != hits else { return nil }
        return "\(trace) \(capacity): \(name) is \(hits), \(expected) in the reference"
      }
    }
  }

  let scenario: String
  private var lines: [Line] = []

  init(scenario: String) { self.scenario = scenario }

  mutating func add(_ line: Line, _ report: inout Report) {
    if lines.isEmpty { print(heading(report.isMarkdown)) }
    lines.append(line)
    let best = line.reference.flatMap(\.bestOnline).map(line.points)
    let columns = [line.fifo, line.lru, line.tinyLFU, line.optimum].map(line.points)
    for (name, value) in zip(["FIFO", "LRU", "W-TinyLFU", "optimum"], columns) {
      report.record(
        Row(
          scenario: scenario, workload: "\(line.trace), \(line.capacity)", contender: name,
          threads: 1, unit: "hits %", value: Spread([value])))
    }
    let numbers = (columns + [best]).map { $0.map { String(format: "%.2f", $0) } ?? "" }
    print(cells(line.trace, "\(line.capacity)", numbers, report.isMarkdown))
    for disagreement in line.disagreements { print("  DISAGREES: \(disagreement)") }
    fflush(nil)
  }

  /// Prints and records how far the policies are from the optimum, and the bounds of the adaptive one.
  func finish(_ report: inout Report) {
    guard !lines.isEmpty else { return print("no trace of the table of references is there") }
    let mean = { (value: (Line) -> Double) in
      lines.reduce(0) { $0 + value($1) } / Double(lines.count)
    }
    let worst = { (value: (Line) -> Double) in lines.map(value).max() ?? 0 }
    let figures: [(String, String, Double, Double?)] = [
      ("FIFO", "mean points under the optimum", mean { $0.points($0.optimum - $0.fifo) }, nil),
      ("LRU", "mean points under the optimum", mean { $0.points($0.optimum - $0.lru) }, nil),
      (
        "W-TinyLFU", "mean points under the optimum", mean { $0.points($0.optimum - $0.tinyLFU) },
        nil
      ),
      ("W-TinyLFU", "most points under the best", worst { $0.points($0.best - $0.tinyLFU) }, 2),
      ("W-TinyLFU", "most points under LRU", worst { $0.points($0.lru - $0.tinyLFU) }, 1),
    ]
    for (name, workload, value, goal) in figures {
      report.add(
        Row(
          scenario: scenario, workload: "\(lines.count) lines, \(workload)", contender: name,
          threads: 1, unit: "points", value: Spread([value]), goal: goal))
    }
  }

  private func heading(_ isMarkdown: Bool) -> String {
    let names = ["FIFO", "LRU", "W-TinyLFU", "optimum", "best known"]
    return cells("trace", "entries", names, isMarkdown)
      + (isMarkdown ? "\n|---|---|---|---|---|---|---|" : "")
  }

  private func cells(
    _ trace: String, _ capacity: String, _ rest: [String], _ isMarkdown: Bool
  ) -> String {
    if isMarkdown { return "| \(([trace, capacity] + rest).joined(separator: " | ")) |" }
    let pad = { (text: String, width: Int) in
      String(repeating: " ", count: Swift.max(width - text.count, 1)) + text
    }
    return "  " + trace + pad(capacity, Swift.max(36 - trace.count, 1))
      + rest.map { pad($0, 11) }.joined()
  }
}
