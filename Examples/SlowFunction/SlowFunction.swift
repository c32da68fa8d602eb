// Caches the results of any slow function: here, the factors of large numbers.
//
//     swift run SlowFunction
import Strata
import StrataLMDB

/// What is cached: any Codable type.
struct Factors: Codable, Sendable {
  let number: Int
  let primes: [Int]

  /// By trial division: slow on purpose.
  init(of number: Int) {
    self.number = number
    var (rest, divisor) = (number, 2)
    var primes: [Int] = []
    while divisor * divisor <= rest {
      while rest % divisor == 0 {
        primes.append(divisor)
        rest /= divisor
      }
      divisor += 1
    }
    if rest > 1 { primes.append(rest) }
    self.primes = primes
  }
}

@main
enum SlowFunction {
  static func main() async throws {
    // snippet: cache
    let stack = try TieredCacheManager<Factors> {
      MemoryCacheManager()
      try LMDBCacheManager(directory: ".strata-cache/factors")
    }
    // Arithmetic does not change: a result once known is good for ever.
    let factors = Cache(stack, policy: ExpiryPolicy(updateInterval: .never)) { key in
      guard let number = Int(key.text), number > 1 else { throw NotANumber(text: key.text) }
      return Factors(of: number)
    }
    // end snippet

    let clock = ContinuousClock()
    for _ in 1...2 {
      let start = clock.now
      // Many callers, one load.
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 1...100 {
          group.addTask { _ = try await factors.value(for: "10000004400000259") }
        }
        try await group.waitForAll()
      }
      print("100 callers in \(start.duration(to: clock.now)), loads: \(factors.statistics.loads)")
    }
    print(try await factors.value(for: "10000004400000259").primes)
    try await factors.close()
  }
}

struct NotANumber: Error {
  let text: String
}
