import Strata
import StrataLMDB
import StrataTesting
import Testing

@Suite struct ConformanceTests {
  @Test(arguments: [Durability.durable, .buffered, .processSafe])
  func theDiskTierKeepsTheContract(_ durability: Durability) async throws {
    var directories: [TemporaryDirectory] = []
    var options = ConformanceOptions.full
    options.dateResolution = .nanoseconds(1)
    options.runs = runsFull ? 200 : 5
    try await CacheManagerConformance.check(options) {
      let directory = TemporaryDirectory()
      directories.append(directory)
      return try LMDBCacheManager.open(directory) { $0.durability = durability }
    }
  }

  @Test(arguments: [Durability.durable, .buffered, .processSafe])
  func recordsOutliveTheManager(_ durability: Durability) async throws {
    let directory = TemporaryDirectory()
    try await CacheManagerConformance.checkPersistence {
      try LMDBCacheManager.open(directory) { $0.durability = durability }
    }
  }
}
