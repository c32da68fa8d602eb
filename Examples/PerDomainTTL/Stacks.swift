// The stacks of the documentation's page on composing them.
import Strata
import StrataLMDB
import StrataOpenGraph

/// Stacks of link previews, from the smallest to one with a part of its own for each domain.
enum Stacks {
  static func memoryOnly() -> OpenGraphProvider {
    // snippet: memory
    OpenGraphProvider(MemoryCacheManager(limits: MemoryLimits(entries: 50_000, bytes: 128 << 20)))
    // end snippet
  }

  static func withOwnLimits(directory: String) throws -> TieredCacheManager<OpenGraphData> {
    // snippet: limits
    var disk = LMDBConfiguration()
    disk.quota = 2 << 30  // bytes
    disk.durability = .buffered
    return try TieredCacheManager<OpenGraphData> {
      MemoryCacheManager(limits: MemoryLimits(entries: 50_000))
      try LMDBCacheManager(directory: directory, codec: OpenGraphCodec(), configuration: disk)
    }
    // end snippet
  }

  static func withSlowTier(
    _ shared: any CacheManager<OpenGraphData>
  ) -> TieredCacheManager<OpenGraphData> {
    // snippet: tier
    TieredCacheManager<OpenGraphData> {
      MemoryCacheManager()
      Tier(shared, name: "shared", timeLimit: .milliseconds(50))
    }
    // end snippet
  }

  static func partitioned() throws -> DomainPartitionedCacheManager<OpenGraphData> {
    // snippet: partitions
    let rules = [
      try PartitionRule<OpenGraphData>("news.example.com", updateInterval: .minutes(15)),
      try PartitionRule<OpenGraphData>("**.example.org") { _ in
        MemoryCacheManager(limits: MemoryLimits(entries: 100_000))
      },
    ]
    return DomainPartitionedCacheManager(rules: rules) { domain in
      MemoryCacheManager(limits: MemoryLimits(entries: 1_000), name: "memory of \(domain)")
    }
    // end snippet
  }

  static func nested(directory: String) throws -> TieredCacheManager<OpenGraphData> {
    // snippet: nested
    try TieredCacheManager<OpenGraphData> {
      try partitioned()
      try LMDBCacheManager(directory: directory, codec: OpenGraphCodec())
    }
    // end snippet
  }

  static func exchange(_ previews: OpenGraphProvider) {
    // snippet: exchange
    previews.cacheManager = NoCacheManager()  // acts from the next call on
    // end snippet
  }
}
