import StrataTesting
import Synchronization
import Testing

@testable import Strata

@Suite struct MemoryLimitTests {
  let clock = ManualClock().clock

  func manager(_ limits: MemoryLimits, log: EvictionLog? = nil) -> MemoryCacheManager<Int> {
    var onEviction: (@Sendable (Eviction<Int>) -> Void)?
    if let log { onEviction = { log.add($0.key, $0.reason) } }
    return MemoryCacheManager<Int>(
      limits: limits, shards: 1, clock: clock, cost: { _, value in value ?? 0 },
      onEviction: onEviction)
  }

  @discardableResult
  func put(_ cost: Int, _ key: CacheKey, _ memory: MemoryCacheManager<Int>) -> Bool {
    let record = CacheRecord(value: cost, stamp: clock.nextStamp(), clock: clock)
    return memory.updateIfNeeded(record, for: key, asOf: record.stamp)
  }

  // CB16
  @Test func costsThatOverflowSaturateAndTheTierStaysWithinItsLimit() {
    let memory = manager(MemoryLimits(entries: nil, bytes: .max - 1, bytesPerEntry: .max))
    for number in 0..<9 {
      put(1 << 62, CacheKey("\(number)"), memory)
      memory.checkInvariants()
      #expect(memory.statistics.entryCount == 1)
    }
    put(.max, "whole", memory)
    #expect(memory.statistics.entryCount == 1)
    #expect(memory.fetch("8") != nil)
  }

  // CB50
  @Test func anEntryThatCanNeverFitLeavesTheOthersAndTakesItsOlderSelfAlong() {
    let memory = manager(MemoryLimits(entries: nil, bytes: 100))
    for number in 0..<10 { put(10, CacheKey("\(number)"), memory) }
    #expect(!put(101, "new", memory))
    #expect(memory.statistics.entryCount == 10)
    #expect(memory.statistics.byteCount == 100)
    #expect(!put(101, "3", memory))
    #expect(memory.fetch("3") == nil)
    #expect(memory.statistics.entryCount == 9)
    #expect(memory.statistics.byteCount == 90)
  }

  // CB71
  @Test func noLimitIsNoneAndALimitOfZeroStoresNothing() async {
    let unlimited = manager(MemoryLimits(entries: nil, bytes: nil, bytesPerEntry: 75))
    for number in 0..<1_000 { put(4, CacheKey("\(number)"), unlimited) }
    #expect(unlimited.statistics.entryCount == 1_000)
    for limits in [MemoryLimits(entries: 0), MemoryLimits(bytes: 0)] {
      let bench = Bench(memory: limits)
      #expect(await bench.cache.outcome("k") == .fresh("k1"))
      #expect(await bench.cache.outcome("k") == .fresh("k2"))
      #expect(bench.memory.statistics.entryCount == 0)
      #expect(bench.memory.fetchOrInsert("k").value == nil)
      #expect(bench.memory.statistics.entryCount == 0)
    }
  }

  // CB59
  @Test func everyWayInCountsItsCost() async throws {
    let below = DictionaryManager()
    let bench = Bench(
      memory: MemoryLimits(entries: nil, bytes: 1_000), lower: [Tier(below)])
    let value = String(repeating: "x", count: 100)
    bench.origin.set { _ in .value(value) }
    for number in 0..<50 {
      let key = CacheKey("\(number)")
      switch number % 4 {
      case 0: _ = await bench.cache.outcome(key)
      case 1: try await bench.cache.insert(value, for: key)
      case 2: _ = try await bench.stack.fetchOrInsert(key)
      default:
        _ = below.updateIfNeeded(
          .filled(value, clock: bench.time.clock), for: key, asOf: bench.time.clock.nextStamp())
        _ = await bench.stack.stored(key)
      }
      bench.memory.checkInvariants()
      #expect((bench.memory.statistics.byteCount ?? 0) <= 1_000)
    }
    #expect((bench.memory.statistics.entryCount ?? 0) > 2)
  }

  // CB85
  @Test func whatIsReadFromBelowIsEvictedLikeAllElse() async throws {
    let below = DictionaryManager()
    let bench = Bench(memory: MemoryLimits(entries: 100), lower: [Tier(below)])
    for number in 0..<500 {
      _ = below.updateIfNeeded(
        .filled("v", clock: bench.time.clock), for: CacheKey("\(number)"),
        asOf: bench.time.clock.nextStamp())
    }
    for read in 0..<5_000 {
      #expect(await bench.cache.outcome(CacheKey("\(read % 500)")) == .fresh("v"))
      #expect((bench.memory.statistics.entryCount ?? 0) <= 100)
    }
    bench.memory.checkInvariants()
  }

  // CB180, CB24
  @Test func manyTasksThatLoadOrAreCancelledNeverExceedTheLimit() async throws {
    let bench = Bench(memory: MemoryLimits(entries: 100))
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<16 {
        group.addTask {
          for number in 0..<200 {
            let task = Task { await bench.cache.outcome(CacheKey("\(writer)/\(number)")) }
            if number % 3 == 0 { task.cancel() }
            _ = await task.value
            #expect((bench.memory.statistics.entryCount ?? 0) <= 100)
          }
        }
      }
    }
    await eventually { bench.cache.flights.count == 0 }
    bench.memory.checkInvariants()
    #expect(bench.memory.statistics.entryCount == 100)
  }

  @Test func otherLimitsActAtOnceOnWhatIsStored() {
    let log = EvictionLog()
    let memory = manager(MemoryLimits(entries: nil, bytes: nil), log: log)
    for number in 0..<10 { put(10, CacheKey("\(number)"), memory) }
    _ = memory.fetch("0")
    memory.setLimits(MemoryLimits(entries: 3))
    #expect(memory.keysByUse == ["0", "9", "8"])
    memory.setLimits(MemoryLimits(entries: nil, bytes: 10))
    #expect(memory.keysByUse == ["0"])
    memory.setLimits(MemoryLimits(entries: nil, bytes: nil))
    #expect(put(10, "1", memory))
    #expect(log.all.prefix(2) == ["1 capacity", "2 capacity"])
    #expect(log.count == 9)
  }

  // CB51
  @Test func keysWhoseHashesAreEqualAreKeptApart() {
    let memory = manager(MemoryLimits(entries: nil, bytes: nil))
    let keys = (0..<100).map { CacheKey(normal: "key \($0)", hash: 42, domain: 0..<0) }
    for (number, key) in keys.enumerated() { put(number, key, memory) }
    memory.checkInvariants()
    for (number, key) in keys.enumerated() { #expect(memory.fetch(key)?.value == number) }
    for key in keys where key.text.hasSuffix("7") { memory.delete(key, asOf: clock.nextStamp()) }
    memory.checkInvariants()
    for (number, key) in keys.enumerated() {
      #expect(memory.fetch(key)?.value == (number % 10 == 7 ? nil : number))
    }
  }

  // CB78
  @Test func whatLeavesIsReleased() async throws {
    final class Counted: Sendable {
      static let living = Atomic(0)
      init() { Self.living.add(1, ordering: .relaxed) }
      deinit { Self.living.subtract(1, ordering: .relaxed) }
    }
    let memory = MemoryCacheManager<Counted>(
      limits: MemoryLimits(entries: 300), shards: 1, clock: clock, cost: { _, _ in 1 })
    func put(_ key: CacheKey) {
      let record = CacheRecord(value: Counted(), stamp: clock.nextStamp(), clock: clock)
      memory.updateIfNeeded(record, for: key, asOf: record.stamp)
    }
    func check() {
      #expect(Counted.living.load(ordering: .relaxed) == memory.statistics.entryCount)
    }
    for number in 0..<1_000 {
      put(CacheKey("\(number)"))
      check()
    }
    for number in 700..<800 { put(CacheKey("\(number)")) }
    check()
    for number in 700..<750 { memory.delete(CacheKey("\(number)"), asOf: clock.nextStamp()) }
    check()
    memory.trim(toShare: 0.5)
    check()
    await memory.remove(.everything, asOf: clock.nextStamp())
    check()
    #expect(Counted.living.load(ordering: .relaxed) == 0)
  }

  // CB164
  @Test func aCopyThatACallerChangesIsNotTheCachesOwn() async throws {
    let cache = Cache<[Int]>(
      MemoryCacheManager(clock: clock), policy: Bench.policy { _ in }, clock: clock,
      sweepInterval: nil
    ) { _ in [1, 2, 3] }
    var copy = try await cache.value(for: "k")
    copy.append(4)
    #expect(try await cache.value(for: "k") == [1, 2, 3])
  }

  // CB76
  @Test func aListingBesideRemovalsShowsEachEntryOnce() async throws {
    let memory = manager(MemoryLimits(entries: nil, bytes: nil))
    for number in 0..<1_000 { put(1, CacheKey("\(number)"), memory) }
    let seen = Mutex<[CacheKey: Int]>([:])
    let clock = clock
    await memory.forEachEntry(in: .everything) { entry in
      seen.withLock { $0[entry.key, default: 0] += 1 }
      memory.delete(entry.key, asOf: clock.nextStamp())
      memory.delete(CacheKey("\(seen.withLock { $0.count } * 7 % 1_000)"), asOf: clock.nextStamp())
      return true
    }
    #expect(seen.withLock { $0.values.allSatisfy { $0 == 1 } })
    memory.checkInvariants()
  }
}
