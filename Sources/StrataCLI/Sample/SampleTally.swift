import Strata

/// Counts answers by where they came from.
struct SampleTally {
  private var counts: [String: Int] = [:]

  mutating func count(_ preview: Preview) {
    var name = "without a preview"
    if let answer = preview.answer {
      switch answer.source {
      case .tier(let tier): name = "\(tier), \(answer.isStale ? "stale" : "fresh")"
      case .origin: name = "origin"
      case .originUnchanged: name = "origin, not changed"
      }
    }
    counts[name, default: 0] += 1
  }

  func count(of name: String) -> Int { counts[name] ?? 0 }

  var words: String {
    counts.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }.joined(separator: "; ")
  }
}
