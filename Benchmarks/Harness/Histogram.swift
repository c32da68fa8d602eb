/// Counts of latencies in buckets whose width grows with the value: 32 linear steps to each power of two,
/// so that every figure is right to 3 %, from a nanosecond to an hour (the idea of HdrHistogram).
struct Histogram {
  private static let steps = 32
  private var counts = [Int](repeating: 0, count: 64 * 32)
  private(set) var count = 0
  private(set) var largest = 0

  mutating func record(_ nanoseconds: Int) {
    let value = Swift.max(nanoseconds, 0)
    counts[Self.bucket(value)] += 1
    count += 1
    largest = Swift.max(largest, value)
  }

  mutating func add(_ other: Histogram) {
    for index in counts.indices { counts[index] += other.counts[index] }
    count += other.count
    largest = Swift.max(largest, other.largest)
  }

  /// The value that a share of all are at most.
  func percentile(_ share: Double) -> Int {
    var rest = Int((Double(count) * share).rounded(.up))
    for (index, number) in counts.enumerated() {
      rest -= number
      if rest <= 0, number > 0 { return Swift.min(Self.upperEnd(index), largest) }
    }
    return largest
  }

  var percentiles: Percentiles {
    Percentiles(
      p50: percentile(0.5), p90: percentile(0.9), p99: percentile(0.99), p999: percentile(0.999),
      max: largest)
  }

  private static func bucket(_ value: Int) -> Int {
    if value < steps { return value }
    let power = Int.bitWidth - 1 - value.leadingZeroBitCount
    return (power - 4) * steps + (value >> (power - 5)) - steps
  }

  private static func upperEnd(_ bucket: Int) -> Int {
    if bucket < steps { return bucket }
    let shift = bucket / steps - 1
    return ((bucket % steps + steps + 1) << shift) - 1
  }
}

/// The figures of a histogram that are reported, in nanoseconds.
struct Percentiles: Codable, Sendable {
  var p50: Int
  var p90: Int
  var p99: Int
  var p999: Int
  var max: Int

  func subtracting(_ cost: Int) -> Percentiles {
    let less = { (value: Int) in Swift.max(value - cost, 0) }
    return Percentiles(
      p50: less(p50), p90: less(p90), p99: less(p99), p999: less(p999), max: less(max))
  }
}
