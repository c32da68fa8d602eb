import Strata
import StrataLMDB

/// A stack that answers from disk: no memory tier above the LMDB tier, unless it is asked for.
final class DiskStack: Sendable {
  let set: KeySet
  let disk: LMDBCacheManager<Card>
  let cache: Cache<Card>
  private let directory: ScratchDirectory

  init(
    _ set: KeySet, filled: Bool, durability: Durability = .processSafe, memory: Bool = false
  ) async throws {
    self.set = set
    directory = try ScratchDirectory("strata")
    var configuration = LMDBConfiguration()
    configuration.durability = durability
    configuration.quota = 4 << 30
    disk = try LMDBCacheManager(
      directory: directory.path, codec: CardCodec(), configuration: configuration)
    let policy = ExpiryPolicy(updateInterval: .days(10))
    let load: @Sendable (CacheKey) async throws -> Card = { key in
      preconditionFailure("a benchmark of hits missed \(key)")
    }
    let lower = disk
    if memory {
      let upper = MemoryCacheManager<Card>(
        limits: MemoryLimits(entries: set.count * 2 + 1_024, bytes: nil))
      let tiers = TieredCacheManager<Card> {
        upper
        lower
      }
      cache = Cache(tiers, policy: policy, load: load)
    } else {
      cache = Cache(lower, policy: policy, load: load)
    }
    if filled { try await fill() }
  }

  /// Fills through many callers at once, whose writes share commits.
  private func fill() async throws {
    let callers = 256
    try await withThrowingTaskGroup(of: Void.self) { group in
      for caller in 0..<callers {
        group.addTask { [set, cache] in
          for index in stride(from: caller, to: set.count, by: callers) {
            try await cache.insert(Card(index), for: set.keys[index])
          }
        }
      }
      try await group.waitForAll()
    }
  }

  func close() async throws { try await disk.close() }

  /// A URL's text in, a value out: key, policy, clock, disk, checksum, decoding.
  var wholePath: WholePath { WholePath(stack: self) }
  /// The disk tier alone, from a key to a decoded record.
  var tier: Tier { Tier(stack: self) }
  /// Updates through the whole stack.
  func update(_ name: String) -> Update { Update(name: name, stack: self) }

  struct WholePath: Contender {
    let name = "Strata on LMDB, URL to value"
    let stack: DiskStack

    func run(_ plan: AccessPlan, _ range: Range<Int>) async throws -> UInt64 {
      var sum: UInt64 = 0
      for index in range {
        let card = try await stack.cache.value(for: CacheKey(url: stack.set.urls[plan[index]]))
        sum &+= UInt64(truncatingIfNeeded: card.title.utf8.count)
      }
      return sum
    }
  }

  struct Tier: Contender {
    let name = "Strata, LMDB tier alone"
    let stack: DiskStack

    func run(_ plan: AccessPlan, _ range: Range<Int>) async throws -> UInt64 {
      var sum: UInt64 = 0
      for index in range {
        let record = try await stack.disk.fetch(stack.set.keys[plan[index]])
        sum &+= UInt64(truncatingIfNeeded: record?.value?.title.utf8.count ?? 0)
      }
      return sum
    }
  }

  struct Update: Contender {
    let name: String
    let stack: DiskStack

    func run(_ plan: AccessPlan, _ range: Range<Int>) async throws -> UInt64 {
      for index in range {
        try await stack.cache.insert(Card(index), for: stack.set.keys[plan[index]])
      }
      return UInt64(range.count)
    }
  }
}
