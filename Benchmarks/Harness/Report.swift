import CBenchmarks
import Foundation

/// The lines measured so far, printed as they come.
struct Report: Codable {
  var environment = Environment.current
  var rows: [Row] = []
  var peakBytes = 0
  var isMarkdown = false
  private var heading = ""

  private enum CodingKeys: CodingKey { case environment, rows, peakBytes }

  init(isMarkdown: Bool) {
    self.isMarkdown = isMarkdown
  }

  /// Adds a race's results, the first of which is the baseline of the others.
  mutating func add(
    _ results: [Race.Result], scenario: String, workload: String, threads: Int,
    goal: (String) -> Double? = { _ in nil }
  ) {
    for (index, result) in results.enumerated() {
      add(
        Row(
          scenario: scenario, workload: workload, contender: result.name, threads: threads,
          unit: "ns/op", value: result.time, ratio: index == 0 ? nil : result.ratio,
          baseline: index == 0 ? nil : results[0].name, percentiles: result.percentiles,
          allocations: result.allocations, goal: goal(result.name)))
    }
  }

  /// Adds a line that is printed otherwise.
  mutating func record(_ row: Row) {
    rows.append(row)
  }

  mutating func add(_ row: Row) {
    record(row)
    let next =
      "\(row.scenario): \(row.workload), \(row.threads) thread\(row.threads == 1 ? "" : "s")"
    if next != heading {
      heading = next
      print(TextTable.heading(next, isMarkdown: isMarkdown))
    }
    print(TextTable.line(row, isMarkdown: isMarkdown))
    fflush(nil)
  }

  mutating func finish() {
    peakBytes = Int(bench_peak_bytes())
    print("\npeak memory of this run: \(peakBytes >> 20) MiB")
  }

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(to: URL(fileURLWithPath: path))
  }

  init(contentsOf path: String) throws {
    self = try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// What changed since an earlier run, as ratios of the medians; ratios to a peer are compared where there
  /// are any, since those stand a noisy machine.
  func comparison(with old: Report) -> String {
    let known = Dictionary(
      old.rows.map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
    var lines = ["", "against \(old.environment.date):"]
    for row in rows {
      guard let before = known[row.identity] else { continue }
      let now = row.ratio ?? row.value
      let then = before.ratio ?? before.value
      let isWithin = now.low <= then.high && then.low <= now.high
      lines.append(
        "  \(row.scenario), \(row.workload), \(row.threads) threads, \(row.contender): "
          + "\(then.median.rounded(toPlaces: 2)) -> \(now.median.rounded(toPlaces: 2))"
          + (isWithin ? "" : now.median > then.median ? "  more" : "  less"))
    }
    return lines.joined(separator: "\n")
  }
}
