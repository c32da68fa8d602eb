import Foundation

/// Ranks by Zipf's law: rank r is asked for in proportion to 1 / r^skew.
///
/// Rejection-inversion (Hörmann and Derflinger, 1996): exact for any skew, no table, constant time.
struct Zipf {
  private let count: Double
  private let skew: Double
  private let first: Double
  private let last: Double
  private let shortcut: Double

  init(_ count: Int, skew: Double) {
    self.count = Double(count)
    self.skew = skew
    first = Self.integral(1.5, skew) - 1
    last = Self.integral(Double(count) + 0.5, skew)
    shortcut = 2 - Self.inverse(Self.integral(2.5, skew) - pow(2, -skew), skew)
  }

  /// A rank from 0, the most asked for, up to the count.
  func next(_ random: inout FastRandom) -> Int {
    while true {
      let area = last + random.unit() * (first - last)
      let point = Self.inverse(area, skew)
      let rank = Swift.min(Swift.max(point.rounded(), 1), count)
      if rank - point <= shortcut || area >= Self.integral(rank + 0.5, skew) - pow(rank, -skew) {
        return Int(rank) - 1
      }
    }
  }

  private static func integral(_ x: Double, _ skew: Double) -> Double {
    let log = Foundation.log(x)
    return ratio((1 - skew) * log) * log
  }

  private static func inverse(_ area: Double, _ skew: Double) -> Double {
    let t = Swift.max(area * (1 - skew), -1)
    return exp(logRatio(t) * area)
  }

  /// (e^x - 1) / x, and its limit.
  private static func ratio(_ x: Double) -> Double {
    abs(x) > 1e-8 ? expm1(x) / x : 1 + x / 2
  }

  /// log(1 + x) / x, and its limit.
  private static func logRatio(_ x: Double) -> Double {
    abs(x) > 1e-8 ? log1p(x) / x : 1 - x / 2
  }
}
