/// Traces that need no file: what policies are good and bad at.
enum SyntheticTraces {
  static func all(isQuick: Bool) -> [Trace] {
    let count = isQuick ? 50_000 : 500_000
    return [
      Trace("zipf 0.8", zipf(0.8, count), capacities: [100, 1_000]),
      Trace("zipf 0.99 + 30% scan", scanned(count), capacities: [100, 1_000]),
      Trace("loop of 1,200", (0..<count).map { $0 % 1_200 }, capacities: [500, 1_000]),
      Trace("each key twice, soon", pairs(count), capacities: [100, 1_000]),
      Trace("phases", phases(count), capacities: [100, 1_000]),
    ]
  }

  private static let keyCount = 20_000

  private static func zipf(_ skew: Double, _ count: Int) -> [Int] {
    var random = FastRandom(seed: 1)
    let ranks = Zipf(keyCount, skew: skew)
    return (0..<count).map { _ in ranks.next(&random) }
  }

  private static func scanned(_ count: Int) -> [Int] {
    var random = FastRandom(seed: 2)
    let ranks = Zipf(keyCount, skew: 0.99)
    var scanned = keyCount
    return (0..<count).map { _ in
      if random.unit() >= 0.3 { return ranks.next(&random) }
      scanned += 1
      return scanned
    }
  }

  /// New keys all the time, each asked for again some fifty requests later, and then no more.
  private static func pairs(_ count: Int) -> [Int] {
    (0..<count).map { $0 % 2 == 0 ? $0 / 2 : Swift.max($0 / 2 - 25, 0) }
  }

  /// By turns what frequency and what recency is good at.
  private static func phases(_ count: Int) -> [Int] {
    let stable = zipf(0.99, count)
    let moving = pairs(count)
    return (0..<count).map { ($0 / 25_000) % 2 == 0 ? stable[$0] : keyCount + moving[$0] }
  }
}
