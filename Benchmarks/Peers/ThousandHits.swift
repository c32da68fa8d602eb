import Strata

/// A thousand hits as one operation: one call after the other, or one call for all.
struct ThousandHits: Contender {
  static let size = 1_000

  let name: String
  let cache: Cache<Card>
  /// Lists of a thousand, made beforehand.
  let lists: [[CacheKey]]
  let isBulk: Bool

  init(_ cache: Cache<Card>, _ set: KeySet, isBulk: Bool) {
    name = isBulk ? "one call for 1,000 keys" : "1,000 calls for one key"
    self.cache = cache
    lists = stride(from: 0, to: set.count - Self.size + 1, by: Self.size).map {
      Array(set.keys[$0..<$0 + Self.size])
    }
    self.isBulk = isBulk
  }

  func run(_ plan: AccessPlan, _ range: Range<Int>) async throws -> UInt64 {
    var sum: UInt64 = 0
    for index in range {
      let keys = lists[plan[index] % lists.count]
      if isBulk {
        for result in await cache.values(for: keys) {
          sum &+= UInt64(truncatingIfNeeded: try result.get().title.utf8.count)
        }
      } else {
        for key in keys {
          sum &+= UInt64(truncatingIfNeeded: try await cache.value(for: key).title.utf8.count)
        }
      }
    }
    return sum
  }
}
