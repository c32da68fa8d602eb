import StrataTesting
import Testing

@testable import Strata

/// Writes that come after a newer one, where the tier that they reach does not have that any more.
@Suite struct OvertakenWriteTests {
  private let time = ManualClock()

  /// A memory tier of one entry over one that keeps all and can be away.
  private func makeStack(
    _ outage: FailureSwitch = FailureSwitch()
  ) -> (stack: TieredCacheManager<String>, disk: MemoryCacheManager<String>) {
    let memory = MemoryCacheManager<String>(
      limits: MemoryLimits(entries: 1, bytes: nil), shards: 1, clock: time.clock)
    let disk = MemoryCacheManager<String>(name: "disk", shards: 1, clock: time.clock)
    let stack = TieredCacheManager(clock: time.clock) {
      memory
      Tier(disk.failing(by: outage), name: "disk")
    }
    return (stack, disk)
  }

  private func write(
    _ value: String, _ key: CacheKey, at stamp: Stamp, _ stack: TieredCacheManager<String>
  )
    async throws
  {
    try await stack.updateIfNeeded(.filled(value, at: stamp, clock: time.clock), for: key)
  }

  @Test(arguments: [false, true])
  func anOlderOneIsNotReadAfterTheNewerLeftTheMemory(isDiskAway: Bool) async throws {
    let outage = FailureSwitch()
    let (stack, _) = makeStack(outage)
    let began = time.clock.nextStamp()
    try await write("new", "k", at: time.clock.nextStamp(), stack)
    try await write("pushes k out", "other", at: time.clock.nextStamp(), stack)
    if isDiskAway { outage.fail() }
    try await write("old", "k", at: began, stack)
    outage.recover()
    time.advance(by: .minutes(1))
    #expect(await stack.stored("k") == "new")
  }

  @Test func anOlderOneGivesWayToWhatAnotherProcessWrote() async throws {
    let (stack, disk) = makeStack()
    let began = time.clock.nextStamp()
    let newer = CacheRecord.filled("theirs", clock: time.clock)
    disk.updateIfNeeded(newer, for: "k", asOf: newer.stamp)
    try await write("ours", "k", at: began, stack)
    #expect(await stack.stored("k") == "theirs")
  }

  @Test func whatATierMissedIsWrittenBeforeTheRemovalsThatItMissed() async throws {
    let outage = FailureSwitch()
    let (stack, disk) = makeStack(outage)
    // Two keys that the tier's ledger of removals can't tell apart.
    let key: CacheKey = "k"
    let slot = { (key: CacheKey) in key.hash >> 20 & 127 }
    let twin = try #require(
      (0..<100_000).lazy.map { CacheKey("twin\($0)") }.first { slot($0) == slot(key) })
    try await write("twin", twin, at: time.clock.nextStamp(), stack)
    outage.fail()
    try await write("v", key, at: time.clock.nextStamp(), stack)
    _ = try? await stack.delete(twin, asOf: time.clock.nextStamp())
    outage.recover()
    time.advance(by: .minutes(1))
    _ = await stack.stored("anything")
    await eventually { stack.tiers[1].isHealthy }
    #expect(disk.fetch(key)?.value == "v")
    #expect(disk.fetch(twin) == nil)
  }
}
