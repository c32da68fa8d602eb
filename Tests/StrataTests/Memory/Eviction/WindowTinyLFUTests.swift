import StrataTesting
import Testing

@testable import Strata

/// The policy in a tier: what it promises whatever it decides.
@Suite struct WindowTinyLFUTests {
  @Test func whatIsStoredLastIsStillThereWhateverItCosts() {
    let player = TracePlayer(
      .windowTinyLFU, MemoryLimits(entries: 50, bytes: 1_000),
      cost: { key, _ in key.text.utf8.last == 0x37 ? 900 : 10 })
    for round in 0..<40 {
      for number in 0..<100 {
        player.request(number)
        #expect(player.memory.fetch(TracePlayer.key(number)) != nil, "\(round), \(number)")
      }
    }
    player.memory.checkInvariants()
  }

  @Test func aRejectedKeyLeavesForCapacityWhileFrequentOnesStay() {
    let log = EvictionLog()
    let player = TracePlayer(
      .windowTinyLFU, MemoryLimits(entries: 10, bytes: nil),
      onEviction: { log.add($0.key, $0.reason) })
    for _ in 0..<5 { _ = player.play(0..<10) }
    _ = player.play(100..<110)
    #expect(log.all.count == 10)
    // The first new key takes the place of the last that came in, which had waited in the window.
    #expect(log.all.dropFirst() == (100..<109).map { "\($0) capacity" }[...])
  }

  @Test func costlyEntriesTakeThePlaceOfSeveral() {
    let player = TracePlayer(
      .windowTinyLFU, MemoryLimits(entries: nil, bytes: 1_000),
      cost: { key, _ in key.text.utf8.count > 2 ? 300 : 20 })
    for _ in 0..<3 { _ = player.play(0..<50) }
    // Each has to be asked for more often than all that it displaces, and than the other two at times.
    for _ in 0..<20 { _ = player.play([1_000, 1_001, 1_002]) }
    #expect((player.memory.statistics.byteCount ?? 0) <= 1_000)
    let kept = [1_000, 1_001, 1_002].count { player.memory.fetch(TracePlayer.key($0)) != nil }
    #expect(kept == 3)
    player.memory.checkInvariants()
  }

  @Test func otherLimitsActAtOnce() {
    let player = TracePlayer(.windowTinyLFU, capacity: 1_000)
    _ = player.play((0..<10_000).map { $0 % 1_500 })
    player.memory.setLimits(MemoryLimits(entries: 10, bytes: nil))
    player.memory.checkInvariants()
    #expect(player.memory.statistics.entryCount == 10)
    player.memory.setLimits(MemoryLimits(entries: 5_000, bytes: nil))
    _ = player.play((0..<10_000).map { $0 % 1_500 })
    #expect(player.memory.statistics.entryCount == 1_500)
    player.memory.checkInvariants()
    player.memory.trim(toShare: 0)
    #expect(player.memory.statistics.entryCount == 0)
    player.memory.checkInvariants()
  }

  @Test func withoutALimitNothingLeaves() {
    let player = TracePlayer(.windowTinyLFU, MemoryLimits(entries: nil, bytes: nil))
    _ = player.play(0..<3_000)
    #expect(player.play(0..<3_000) == 3_000)
    player.memory.checkInvariants()
  }

  /// Random operations: limits hold, nothing is lost, each departure is told once.
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func entriesAreKeptOrReportedOnce(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let clock = ManualClock().clock
    let log = EvictionLog()
    var limits = MemoryLimits(entries: 40, bytes: 400, bytesPerEntry: 80)
    let memory = MemoryCacheManager<Int>(
      limits: limits, eviction: .windowTinyLFU, shards: 1, clock: clock,
      cost: { _, value in value ?? 3 }, onEviction: { log.add($0.key, $0.reason) })
    let keys = (0..<100).map(TracePlayer.key)
    var held: [CacheKey: Int] = [:]

    for step in 0..<4_000 {
      let key = keys[
        min(Int.random(in: 0..<100, using: &random), .random(in: 0..<100, using: &random))]
      log.clear()
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<40:
        let record = memory.fetch(key)
        #expect((record == nil) == (held[key] == nil))
      case 40..<50:
        _ = memory.fetchOrInsert(key)
        if held[key] == nil, 3 <= limits.bytesPerEntry, !limits.isExceeded(entries: 1, bytes: 3) {
          held[key] = 3
        }
      case 50..<90:
        let cost = Int.random(in: 0..<90, using: &random)
        let record = CacheRecord(value: cost, stamp: clock.nextStamp(), clock: clock)
        let stored = memory.updateIfNeeded(record, for: key, asOf: record.stamp)
        if stored {
          if held[key] != nil {
            #expect(log.all.first == "\(key) replaced")
          }
          held[key] = cost
        } else if held.removeValue(forKey: key) != nil {
          #expect(log.all == ["\(key) capacity"])
          log.clear()
        }
      case 90..<97:
        let removed = memory.delete(key, asOf: clock.nextStamp())
        #expect(removed == (held.removeValue(forKey: key) != nil))
        #expect(log.all == (removed ? ["\(key) removed"] : []))
        log.clear()
      case 97..<98: memory.trim(toShare: 0.5)
      default:
        limits = MemoryLimits(
          entries: Bool.random(using: &random) ? nil : Int.random(in: 0...60, using: &random),
          bytes: Bool.random(using: &random) ? nil : Int.random(in: 0...600, using: &random),
          bytesPerEntry: Int.random(in: 20...100, using: &random))
        memory.setLimits(limits)
      }
      for key in keys where log.all.contains("\(key) capacity") {
        try #require(held.removeValue(forKey: key) != nil, "seed \(seed), step \(step): \(key)")
      }
      #expect(Set(log.all).count == log.all.count, "seed \(seed), step \(step)")
      memory.checkInvariants()
      try #require(Set(memory.keysByUse) == Set(held.keys), "seed \(seed), step \(step)")
      #expect(memory.statistics.byteCount == held.values.reduce(0, +))
    }
  }
}

extension WindowTinyLFUTests {
  @Test func entriesWhoseTimeIsOverLeaveTheOrder() async {
    let time = ManualClock()
    let memory = MemoryCacheManager<Int>(
      limits: MemoryLimits(entries: 50, bytes: nil), eviction: .windowTinyLFU, shards: 1,
      clock: time.clock)
    memory.adopt(PolicyReference(ExpiryPolicy(updateInterval: .seconds(10))))
    for number in 0..<400 {
      let record = CacheRecord(value: number, stamp: time.clock.nextStamp(), clock: time.clock)
      memory.updateIfNeeded(record, for: TracePlayer.key(number % 70), asOf: record.stamp)
      _ = memory.fetch(TracePlayer.key(number % 9))
      time.advance(by: .milliseconds(300))
      await memory.sweep(limit: number % 4)
      memory.checkInvariants()
    }
    #expect(memory.statistics.expirations > 0)
    time.advance(by: .seconds(11))
    await memory.sweep(limit: 100)
    memory.checkInvariants()
    #expect(memory.statistics.entryCount == 0)
  }

  @Test func thePolicyIsLeastRecentlyUsedUnlessAskedFor() {
    let memory = MemoryCacheManager<Int>(
      limits: MemoryLimits(entries: 10, bytes: nil), shards: 1, clock: ManualClock().clock)
    for _ in 0..<9 { _ = memory.fetchOrInsert("often") }
    for number in 0..<10 { _ = memory.fetchOrInsert(TracePlayer.key(number)) }
    #expect(memory.fetch("often") == nil)
  }
}
