/// The middle of many samples and the range that most of them lie in.
struct Spread: Codable, Sendable {
  /// Half of the samples are less.
  var median: Double
  /// A tenth of the samples are less.
  var low: Double
  /// A tenth of the samples are more.
  var high: Double

  init(_ samples: [Double]) {
    let sorted = samples.sorted()
    let at = { (share: Double) in
      sorted.isEmpty ? .nan : sorted[Swift.min(Int(Double(sorted.count) * share), sorted.count - 1)]
    }
    median = at(0.5)
    low = at(0.1)
    high = at(0.9)
  }
}
