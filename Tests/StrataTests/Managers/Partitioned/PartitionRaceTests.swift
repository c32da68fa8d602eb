import Strata
import StrataTesting
import Testing

@Suite("Domain-partitioned manager under concurrency")
struct PartitionRaceTests {
  typealias Manager = DomainPartitionedCacheManager<String>

  private func record(_ value: String) -> CacheRecord<String> {
    CacheRecord(value: value, stamp: CacheClock.system.nextStamp())
  }

  @Test("a partition asked for by many at once is made once")
  func madeOnce() async throws {
    let factory = PartitionFactory()
    let manager = Manager(makePartition: factory.make)
    try await withThrowingTaskGroup { group in
      for index in 0..<50 {
        group.addTask {
          _ = try await manager.updateIfNeeded(record("v"), for: CacheKey("\(index)", in: "a"))
        }
      }
      try await group.waitForAll()
    }
    #expect(factory.made == ["a"])
  }

  @Test(
    "a partition is never closed under a call, nor opened twice, nor are there more than calls allow"
  )
  func randomUse() async throws {
    let factory = PartitionFactory(keeps: true)
    let manager = Manager(
      partitionLimit: 3, storage: .persistent(names: { factory.stored }),
      makePartition: factory.make)
    let tasks = 8
    try await withThrowingTaskGroup { group in
      for task in 0..<tasks {
        group.addTask {
          var random = SeededRandom(seed: UInt64(task))
          for step in 0..<300 {
            let key = CacheKey("\(step % 5)", in: "d\(Int.random(in: 0..<8, using: &random))")
            switch Int.random(in: 0..<10, using: &random) {
            case 0: try await manager.delete(key)
            case 1: try await manager.removeAll(inDomain: key.domain!)
            case 2 where step % 50 == 0: try await manager.removeAll()
            case 3: _ = manager.fetchIfReady(key)
            case 4...6: try await manager.updateIfNeeded(record("v"), for: key)
            default: _ = try await manager.fetch(key)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(!factory.hasOverlap)
    #expect(factory.mostOpen <= 3 + tasks)
    #expect(factory.openCount <= 3)
    let statistics = manager.statistics
    #expect(statistics.errors == 0)
    try await manager.close()
    #expect(factory.openCount == 0)
  }

  @Test("who asks for a partition that is being closed gets it again when that is done")
  func reopening() async throws {
    let factory = PartitionFactory(keeps: true)
    let manager = Manager(
      partitionLimit: 1, storage: .persistent(names: { factory.stored }),
      makePartition: factory.make)
    let (a, b) = (CacheKey("k", in: "a"), CacheKey("k", in: "b"))
    try await manager.updateIfNeeded(record("a"), for: a)
    factory.closing.close()
    async let second = manager.updateIfNeeded(record("b"), for: b)
    try await factory.closing.waitForArrivals()
    async let again = manager.fetch(a)
    #expect(manager.fetchIfReady(a) == nil)
    factory.closing.open()
    #expect(try await second)
    #expect(try await again?.value == "a")
    #expect(!factory.hasOverlap)
  }

  @Test(
    "a caller who is cancelled while a partition is being closed goes at once, and it is closed")
  func cancelledWaiter() async throws {
    let factory = PartitionFactory(keeps: true)
    let manager = Manager(
      partitionLimit: 1, storage: .persistent(names: { factory.stored }),
      makePartition: factory.make)
    let (a, b) = (CacheKey("k", in: "a"), CacheKey("k", in: "b"))
    try await manager.updateIfNeeded(record("a"), for: a)
    factory.closing.close()
    let opener = Task { try await manager.updateIfNeeded(record("b"), for: b) }
    try await factory.closing.waitForArrivals()
    let waiter = Task { try await manager.fetch(a) }
    waiter.cancel()
    let error = await #expect(throws: CacheError.self) { try await waiter.value }
    #expect(error?.code == .cancelled)
    opener.cancel()
    factory.closing.open()
    _ = try? await opener.value
    #expect(factory.closed.first == "a")
    #expect(try await manager.fetch(a)?.value == "a")
  }

  @Test("closing waits for the calls that began before it")
  func closeWaits() async throws {
    let factory = PartitionFactory()
    let manager = Manager(makePartition: factory.make)
    try await withThrowingTaskGroup { group in
      for index in 0..<100 {
        group.addTask {
          do {
            _ = try await manager.updateIfNeeded(record("v"), for: CacheKey("k", in: "\(index)"))
          } catch let error as CacheError
            where error.code == .closed
            && error.message == "the manager was closed"
          {}
        }
        if index == 50 { group.addTask { try await manager.close() } }
      }
      try await group.waitForAll()
    }
    #expect(factory.openCount == 0)
  }
}
