import Strata
import StrataTesting
import Testing

@Suite("No-cache manager")
struct NoCacheManagerTests {
  let time = ManualClock()
  let key: CacheKey = "a"

  @Test("nothing that is written is found again")
  func storesNothing() async throws {
    let manager = NoCacheManager<String>(clock: time.clock)
    let record = CacheRecord(value: "x", stamp: time.clock.nextStamp(), clock: time.clock)
    #expect(try await !manager.updateIfNeeded(record, for: key))
    #expect(manager.fetch(key) == nil)
    #expect(manager.fetchIfReady(key) == nil)
    #expect(try await manager.fetch([key, key]).allSatisfy { $0 == nil })
    #expect(try await !manager.delete(key))
    try await manager.removeAll()
  }

  @Test("each key is as if never seen, as of now")
  func freshEmptyRecord() {
    let manager = NoCacheManager<String>(clock: time.clock)
    let first = manager.fetchOrInsert(key)
    time.advance(by: .seconds(1))
    let second = manager.fetchOrInsert(key)
    #expect(first.updateDate == nil && second.updateDate == nil)
    #expect(second.createDate.duration(since: first.createDate) == .seconds(1))
  }

  @Test("every request counts as a miss")
  func statistics() {
    let manager = NoCacheManager<String>(clock: time.clock)
    _ = manager.fetch(key)
    _ = manager.fetchOrInsert(key)
    #expect(manager.statistics.misses == 2)
    #expect(manager.statistics.requests == 2)
  }
}
