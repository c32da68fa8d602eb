import Strata
import StrataTesting
import Testing

@Suite("Wrappers around managers")
struct WrapperTests {
  private func record(_ value: String) -> CacheRecord<String> {
    CacheRecord(value: value, stamp: CacheClock.system.nextStamp())
  }

  @Test("a wrapper that does nothing keeps the contract")
  func transparent() async throws {
    try await CacheManagerConformance.check {
      InterceptedCacheManager(MemoryCacheManager<String>(), offersReady: true)
    }
  }

  @Test("chaos without failures keeps the contract")
  func chaosKeepsContract() async throws {
    var options = ConformanceOptions.full
    options.runs = 5
    try await CacheManagerConformance.check(options) {
      MemoryCacheManager<String>().chaotic(seed: 1, failureShare: 0)
    }
  }

  @Test("calls fail as they are switched to, and work again")
  func failing() async throws {
    let failures = FailureSwitch()
    let manager = MemoryCacheManager<String>().failing(by: failures)
    try await manager.updateIfNeeded(record("v"), for: "a")
    failures.fail([.fetch], with: CacheError(.busy, message: "no"))
    let error = await #expect(throws: CacheError.self) { try await manager.fetch("a") }
    #expect(error?.code == .busy)
    #expect(try await manager.updateIfNeeded(record("w"), for: "a"))
    failures.recover()
    failures.fail(key: "b")
    failures.failNext()
    await #expect(throws: CacheError.self) { try await manager.fetch("a") }
    #expect(try await manager.fetch("a")?.value == "w")
    await #expect(throws: CacheError.self) { try await manager.delete("b") }
    #expect(failures.failedCount == 3)
  }

  @Test("a call is held on its way in, or on its way out when it was done")
  func held() async throws {
    let base = MemoryCacheManager<String>()
    let (entry, exit) = (Gate(), Gate())
    let manager = base.held([.updateIfNeeded], before: entry, after: exit)
    async let stored = manager.updateIfNeeded(record("v"), for: "a")
    try await entry.waitForArrivals()
    #expect(base.fetchIfReady("a") == nil)
    entry.open()
    try await exit.waitForArrivals()
    #expect(base.fetchIfReady("a")?.value == "v")
    #expect(try await manager.fetch("a")?.value == "v")
    exit.open()
    #expect(try await stored)
  }

  @Test("calls are noted by kind and key")
  func counting() async throws {
    let log = CallLog()
    let manager = MemoryCacheManager<String>().counting(into: log)
    let stored = record("v")
    try await manager.updateIfNeeded(stored, for: "a")
    _ = try await manager.fetch("a")
    _ = try await manager.fetch("b")
    _ = try await manager.fetch(["a", "b"])
    try await manager.removeAll()
    #expect(log.count(.fetch) == 3)
    #expect(log.count(.fetch, key: "b") == 1)
    #expect(
      log.calls == [
        .updateIfNeeded("a", stored.stamp), .fetch("a"), .fetch("b"), .fetchMany(["a", "b"]),
        .remove(.everything),
      ])
    log.clear()
    #expect(log.calls.isEmpty)
  }

  @Test("chaos is the same for the same seed")
  func chaosRepeats() async {
    func failures(seed: UInt64) async -> [Bool] {
      let manager = MemoryCacheManager<String>().chaotic(seed: seed, failureShare: 0.5)
      var failed: [Bool] = []
      for _ in 0..<50 {
        do {
          _ = try await manager.fetch("a")
          failed.append(false)
        } catch { failed.append(true) }
      }
      return failed
    }
    let first = await failures(seed: 7)
    #expect(await failures(seed: 7) == first)
    #expect(Set(first).count == 2)
  }

  @Test("a stack with a tier that fails at random never gives an older value than it gave before")
  func stackUnderChaos() async throws {
    for seed in 0..<10 as Range<UInt64> {
      let disk = MemoryCacheManager<String>().chaotic(seed: seed)
      let stack = TieredCacheManager<String>([MemoryCacheManager(), disk])
      var newest = Stamp.zero
      for number in 0..<50 {
        let record = record("\(number)")
        try await stack.updateIfNeeded(record, for: "k")
        let found = try await stack.fetch("k")
        #expect(found.map { $0.stamp >= newest } ?? false, "seed \(seed)")
        newest = found?.stamp ?? newest
      }
    }
  }
}
