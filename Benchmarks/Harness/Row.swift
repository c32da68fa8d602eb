/// One line of a report: what a contender did in a scenario.
struct Row: Codable, Sendable {
  var scenario: String
  var workload: String
  var contender: String
  var threads: Int
  /// What `value` counts, such as `ns/op` or `hits %`.
  var unit: String
  var value: Spread
  /// `value` by that of the baseline beside it.
  var ratio: Spread?
  var baseline: String?
  var percentiles: Percentiles?
  var allocations: Double?
  /// The ratio or value that it is to stay under.
  var goal: Double?

  /// Names the line in another run's report.
  var identity: String { "\(scenario)/\(workload)/\(contender)/\(threads)/\(baseline ?? "")" }
}
