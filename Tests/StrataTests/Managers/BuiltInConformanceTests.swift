import Strata
import StrataTesting
import Testing

@Suite("Managers of the core keep the contract")
struct BuiltInConformanceTests {
  @Test("memory")
  func memory() async throws {
    var options = ConformanceOptions.full
    options.dateResolution = .nanoseconds(1)
    try await CacheManagerConformance.check(options) { MemoryCacheManager<String>() }
  }

  @Test("memory in one shard, and in many")
  func shards() async throws {
    try await CacheManagerConformance.check { MemoryCacheManager<String>(shards: 1) }
    try await CacheManagerConformance.check { MemoryCacheManager<String>(shards: 64) }
  }

  @Test("memory, by each eviction policy")
  func policies() async throws {
    for policy in EvictionPolicy.allCases {
      try await CacheManagerConformance.check { MemoryCacheManager<String>(eviction: policy) }
    }
  }

  @Test("no cache")
  func noCache() async throws {
    try await CacheManagerConformance.check(.storingNothing) { NoCacheManager<String>() }
  }

  @Test("a partition for each domain")
  func partitioned() async throws {
    try await CacheManagerConformance.check {
      DomainPartitionedCacheManager<String> { _ in MemoryCacheManager() }
    }
  }

  @Test("few partitions, closed and opened all the time, over a store that stays")
  func partitionedAndStored() async throws {
    try await CacheManagerConformance.check {
      let factory = PartitionFactory(keeps: true, entries: 2_000)
      return DomainPartitionedCacheManager<String>(
        partitionLimit: 1, storage: .persistent(names: { factory.stored }),
        makePartition: factory.make)
    }
  }

  @Test("partitions over a store that stays are there again")
  func partitionsPersist() async throws {
    let factory = PartitionFactory(keeps: true, entries: 2_000)
    try await CacheManagerConformance.checkPersistence {
      DomainPartitionedCacheManager<String>(
        partitionLimit: 2, storage: .persistent(names: { factory.stored }),
        makePartition: factory.make)
    }
  }

  private static let stack: ConformanceOptions = {
    var options = ConformanceOptions.full
    options.countsWrites = false
    return options
  }()

  @Test("a stack of two memories")
  func tiered() async throws {
    try await CacheManagerConformance.check(Self.stack) {
      TieredCacheManager<String>([MemoryCacheManager(), MemoryCacheManager()])
    }
  }

  @Test("a stack over partitions")
  func nested() async throws {
    try await CacheManagerConformance.check(Self.stack) {
      TieredCacheManager<String>([
        MemoryCacheManager(),
        DomainPartitionedCacheManager<String> { _ in MemoryCacheManager() },
      ])
    }
  }
}
