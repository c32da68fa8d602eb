import Foundation
import Strata
import StrataLMDB
import Testing

@Suite struct LMDBCacheManagerTests {
  @Test(arguments: [Durability.durable, .buffered, .processSafe])
  func givesBackWhatWasStoredAlsoAfterReopening(_ durability: Durability) async throws {
    let directory = TemporaryDirectory()
    var configuration = LMDBConfiguration()
    configuration.durability = durability
    let key = try CacheKey(url: "https://example.com/a")
    let clock = CacheClock.system
    let record = CacheRecord(
      value: "hello", stamp: clock.nextStamp(), timeToLive: .never,
      validators: Validators(entityTag: "\"1\"", lastModified: "yesterday"), tags: ["x", "y"])
    do {
      let manager = try LMDBCacheManager(
        directory: directory.path, codec: StringCodec(), configuration: configuration)
      #expect(try await manager.fetch(key) == nil)
      #expect(try await manager.updateIfNeeded(record, for: key))
      #expect(try await manager.fetch(key)?.value == "hello")
      #expect(try await !manager.updateIfNeeded(record, for: key))
      try await manager.close()
      await #expect(throws: CacheError.self) { try await manager.fetch(key) }
    }
    let again = try LMDBCacheManager(
      directory: directory.path, codec: StringCodec(), configuration: configuration)
    let found = try #require(try await again.fetch(key))
    #expect(found.value == "hello")
    #expect(found.stamp == record.stamp)
    #expect(found.createDate == record.createDate)
    #expect(found.updateDate == record.updateDate)
    #expect(found.timeToLive == .never)
    #expect(found.validators == record.validators)
    #expect(found.tags == ["x", "y"])
    #expect(try await again.delete(key))
    #expect(try await again.fetch(key) == nil)
    #expect(try await !again.updateIfNeeded(record, for: key))
    #expect(try await again.fetch(key) == nil)
    try await again.removeAll()
    try await again.close()
  }
}
