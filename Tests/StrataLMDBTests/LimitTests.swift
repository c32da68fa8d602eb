import Foundation
import Strata
import Testing

@testable import StrataLMDB

/// Quota, eviction, sweeping and full maps.
@Suite struct LimitTests {
  // CB68, CB132
  @Test(arguments: [60, 500, 2_100, 9_000, 100_000])
  func aQuotaOfOneMebibyteHoldsUnderManyWrites(_ size: Int) async throws {
    let directory = TemporaryDirectory()
    let manager = try LMDBCacheManager.open(directory) {
      $0.quota = 1 << 20
      $0.durability = .processSafe
    }
    let value = String(repeating: "v", count: size)
    let count = runsFull ? 1_000_000 : Swift.max(200, 4_000_000 / (size + 1_000))
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          for index in stride(from: worker, to: count, by: 8) {
            _ = try? await manager.store(value, for: CacheKey("k\(index &* 7919 % count)", in: "d"))
          }
        }
      }
    }
    try await manager.sweep(limit: .max)
    let used = try #require(manager.statistics.byteCount)
    #expect(used <= 1 << 20)
    #expect(used > 1 << 18)
    #expect(manager.statistics.errors == 0)
    #expect(try #require(manager.statistics.entryCount) > 1)
    try await manager.close()
  }

  // CB105
  @Test func aTierAtItsLimitStillRemovesAndSweeps() async throws {
    let directory = TemporaryDirectory()
    let manager = try LMDBCacheManager.open(directory) { $0.quota = 1 << 20 }
    let value = String(repeating: "v", count: 3_000)
    for index in 0..<600 { try await manager.store(value, for: CacheKey("k\(index)", in: "d")) }
    #expect(try await manager.value(CacheKey("k599", in: "d")) == value)
    #expect(try await manager.delete(CacheKey("k599", in: "d")))
    try await manager.sweep(limit: 1_000)
    try await manager.removeAll(inDomain: "d")
    #expect(manager.statistics.entryCount == 0)
    try await manager.removeAll()
    try await manager.close()
  }

  // CB189
  @Test func deadRecordsGoFirstThenThoseUsedLongestAgo() async throws {
    let directory = TemporaryDirectory()
    let time = SteppedTime()
    let clock = CacheClock(time)
    let manager = try LMDBCacheManager.open(directory) {
      $0.quota = 1 << 20
      $0.clock = clock
      $0.durability = .durable
    }
    let value = String(repeating: "v", count: 3_000)
    func key(_ index: Int) -> CacheKey { CacheKey("k\(index)") }
    for index in 0..<150 {
      try await manager.store(value, for: key(index), clock: clock)
      time.advance(.minutes(2))
    }
    // Read much later, the oldest is the one used last; k100 is dead by then.
    try await manager.updateIfNeeded(
      CacheRecord(value: value, stamp: clock.nextStamp(), timeToLive: .hours(1), clock: clock),
      for: key(100))
    manager.adopt(PolicyReference(ExpiryPolicy(updateInterval: .never)))
    try await manager.updateIfNeeded(
      CacheRecord(value: value, stamp: clock.nextStamp(), timeToLive: .hours(1), clock: clock),
      for: key(101))
    time.advance(.hours(5))
    for index in 0..<20 { #expect(try await manager.value(key(index)) == value) }
    for index in 1_000..<1_130 { try await manager.store(value, for: key(index), clock: clock) }
    #expect(manager.statistics.evictions > 0)
    #expect(manager.statistics.expirations == 1)
    #expect(try await manager.value(key(101)) == nil)
    for index in 0..<20 { #expect(try await manager.value(key(index)) == value) }
    #expect(try await manager.value(key(25)) == nil)
    #expect(try await manager.value(key(1_129)) == value)
    try await manager.close()
  }

  // CB153
  @Test func aSweepTakesWhatIsDeadByTheRulesNowInForce() async throws {
    let directory = TemporaryDirectory()
    let time = SteppedTime()
    let clock = CacheClock(time)
    let manager = try LMDBCacheManager.open(directory) { $0.clock = clock }
    let policy = PolicyReference(ExpiryPolicy(updateInterval: .hours(1)))
    manager.adopt(policy)
    for index in 0..<700 { try await manager.store("v", for: CacheKey("k\(index)"), clock: clock) }
    try await manager.updateIfNeeded(
      CacheRecord(value: "own", stamp: clock.nextStamp(), timeToLive: .hours(9), clock: clock),
      for: "own")
    #expect(try await manager.sweep(limit: .max) == 0)
    time.advance(.hours(2))
    policy.replace(with: ExpiryPolicy(updateInterval: .hours(4)))
    #expect(try await manager.sweep(limit: .max) == 0)
    time.advance(.hours(3))
    #expect(try await manager.sweep(limit: 300) == 300)
    #expect(try await manager.sweep(limit: .max) == 400)
    #expect(manager.statistics.expirations == 700)
    #expect(manager.statistics.entryCount == 1)
    time.advance(.hours(5))
    #expect(try await manager.sweep(limit: .max) == 1)
    try await manager.close()
  }

  // CB80
  @Test func aValueTooLargeIsRefusedAndTakesTheOlderOneAway() async throws {
    let directory = TemporaryDirectory()
    let manager = try LMDBCacheManager.open(directory) { $0.largestRecord = 10_000 }
    try await manager.store("small", for: "k")
    let big = CacheRecord.made(String(repeating: "v", count: 10_001))
    let error = await #expect(throws: CacheError.self) {
      try await manager.updateIfNeeded(big, for: "k")
    }
    #expect(error?.code == .tooLarge)
    #expect(error?.key == "k")
    #expect(try await manager.value("k") == nil)
    try await manager.store("new", for: "k")
    #expect(try await manager.value("k") == "new")
    try await manager.close()
  }

  // CB108, CB156
  @Test func thousandsOfReadsAtOnceNeverRunOutOfReaders() async throws {
    let directory = TemporaryDirectory()
    let manager = try LMDBCacheManager.open(directory)
    for index in 0..<100 { try await manager.store("v\(index)", for: CacheKey("k\(index)")) }
    await withTaskGroup(of: Bool.self) { group in
      for index in 0..<10_000 {
        group.addTask {
          (try? await manager.value(CacheKey("k\(index % 100)"))) == "v\(index % 100)"
        }
      }
      for await isRight in group { #expect(isRight) }
    }
    #expect(manager.statistics.errors == 0)
    #expect(manager.statistics.hits == 10_000)
    try await manager.close()
  }

  // CB106
  @Test func manyRewritesDoNotLetTheFileGrow() async throws {
    let directory = TemporaryDirectory()
    let manager = try LMDBCacheManager.open(directory) { $0.durability = .processSafe }
    let rounds = runsFull ? 500 : 20
    var sizes: [Int] = []
    for round in 0..<rounds {
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<300 {
          let value = String(repeating: "v", count: 200 + (index * 37 + round * 101) % 6_000)
          group.addTask { _ = try? await manager.store(value, for: CacheKey("k\(index)")) }
          group.addTask { _ = try? await manager.value(CacheKey("k\(index)")) }
        }
      }
      let file = try dataFile(in: directory)
      sizes.append(
        try #require(FileManager.default.attributesOfItem(atPath: file)[.size] as? Int))
    }
    let used = try #require(manager.statistics.byteCount)
    #expect(try #require(sizes.last) < 4 * used)
    #expect(try #require(sizes.last) < 2 * sizes[rounds / 3])
    try await manager.close()
  }
}
