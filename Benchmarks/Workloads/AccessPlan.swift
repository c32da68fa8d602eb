/// Which key each operation asks for, drawn before anything is measured.
final class AccessPlan: Sendable {
  enum Pattern: Sendable, Hashable {
    case uniform
    case zipf(Double)
    /// Zipf, with one long scan over keys asked for once to each so many requests.
    case scanned(Double, share: Double)

    var name: String {
      switch self {
      case .uniform: "uniform"
      case .zipf(let skew): "zipf \(skew)"
      case .scanned(let skew, let share): "zipf \(skew) + \(Int(share * 100))% scan"
      }
    }
  }

  let name: String
  private let order: [Int32]

  init(name: String, order: [Int32]) {
    self.name = name
    self.order = order
  }

  /// - Parameter keys: How many keys there are.
  convenience init(_ pattern: Pattern, keys: Int, count: Int = 1 << 20, seed: UInt64 = 42) {
    var random = FastRandom(seed: seed)
    var scan = 0
    let zipf: Zipf? =
      switch pattern {
      case .uniform: nil
      case .zipf(let skew), .scanned(let skew, _): Zipf(keys, skew: skew)
      }
    // Ranks are spread over the keys, so that what is popular lies scattered in memory.
    var places = (0..<Int32(keys)).map { $0 }
    places.shuffle(using: &random)
    let order = (0..<count).map { _ -> Int32 in
      if case .scanned(_, let share) = pattern, random.unit() < share {
        scan = (scan + 1) % keys
        return Int32(scan)
      }
      guard let zipf else { return Int32(random.next() % UInt64(keys)) }
      return places[zipf.next(&random)]
    }
    self.init(name: "\(keys.shortText) keys, \(pattern.name)", order: order)
  }

  var count: Int { order.count }

  @inline(__always)
  subscript(index: Int) -> Int { Int(order[index]) }

  /// The part of the plan for a batch: batches follow each other around the plan.
  func range(_ batch: Int, _ length: Int) -> Range<Int> {
    let places = Swift.max(count / length, 1)
    let start = (batch % places) * length
    return start..<Swift.min(start + length, count)
  }
}

extension Int {
  /// 1000 as 10³ and the like; other numbers as they are.
  var shortText: String {
    let powers = [1_000: "10³", 10_000: "10⁴", 100_000: "10⁵", 1_000_000: "10⁶", 10_000_000: "10⁷"]
    return powers[self] ?? "\(self)"
  }
}
