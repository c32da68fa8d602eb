import StrataTesting
import Testing

@testable import Strata

/// The memory tier of one shard beside a list that does the same plainly, on random operations.
@Suite struct MemoryModelTests {
  /// What the tier should hold and count.
  struct Model {
    struct Entry {
      let key: CacheKey
      let record: CacheRecord<Int>
      let cost: Int
    }

    var limits: MemoryLimits
    /// Most recently used first.
    var entries: [Entry] = []
    var expected = CacheStatistics(name: "memory")
    var left: [String] = []

    var cost: Int { entries.reduce(0) { $0 + $1.cost } }

    func fits(_ cost: Int) -> Bool {
      cost <= limits.bytesPerEntry && !limits.isExceeded(entries: 1, bytes: cost)
    }

    mutating func take(_ key: CacheKey) -> Entry? {
      entries.firstIndex { $0.key == key }.map { entries.remove(at: $0) }
    }

    mutating func fetch(_ key: CacheKey) -> CacheRecord<Int>? {
      guard let entry = take(key) else {
        expected.misses += 1
        return nil
      }
      entries.insert(entry, at: 0)
      expected.hits += 1
      return entry.record
    }

    mutating func fetchIfReady(_ key: CacheKey) -> CacheRecord<Int>? {
      guard let entry = entries.first(where: { $0.key == key }), entry.record.updateDate != nil
      else { return nil }
      return fetch(key)
    }

    mutating func update(_ key: CacheKey, _ record: CacheRecord<Int>, cost: Int) -> Bool {
      guard let known = entries.first(where: { $0.key == key }) else {
        guard fits(cost) else {
          expected.refusedUpdates += 1
          return false
        }
        expected.updates += 1
        entries.insert(Entry(key: key, record: record, cost: cost), at: 0)
        evict()
        return true
      }
      let isFilled = record.updateDate != nil
      guard isFilled, known.record.updateDate == nil || record.stamp > known.record.stamp else {
        expected.refusedUpdates += 1
        return false
      }
      _ = take(key)
      guard fits(cost) else {
        expected.evictions += 1
        left.append("\(key) capacity")
        return false
      }
      expected.updates += 1
      left.append("\(key) replaced")
      entries.insert(Entry(key: key, record: record, cost: cost), at: 0)
      evict()
      return true
    }

    mutating func evict() {
      evict { [limits] in limits.isExceeded(entries: $0.count, bytes: $1) }
    }

    mutating func evict(while isOver: ([Entry], Int) -> Bool) {
      while isOver(entries, cost), let entry = entries.popLast() {
        expected.evictions += 1
        left.append("\(entry.key) capacity")
      }
    }

    mutating func remove(where isCovered: (Entry) -> Bool) -> Int {
      let removed = entries.filter(isCovered)
      entries.removeAll(where: isCovered)
      expected.removals += removed.count
      left += removed.map { "\($0.key) removed" }
      return removed.count
    }
  }

  #if DEBUG
    static let steps = 3_000
  #else
    static let steps = 100_000
  #endif

  // CB59, CB67, CB70, CB74, CB176
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func tableOrderCostAndCountersAgreeWithTheModelAfterEachStep(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let clock = ManualClock().clock
    let log = EvictionLog()
    var model = Model(limits: MemoryLimits(entries: 12, bytes: 100, bytesPerEntry: 40))
    let memory = MemoryCacheManager<Int>(
      limits: model.limits, shards: 1, clock: clock, cost: { _, value in value ?? 3 },
      onEviction: { log.add($0.key, $0.reason) })
    // Some keys share a hash, and so all their slots.
    let keys = (0..<24).map { number in
      CacheKey(
        normal: "d\(number % 3):\(number)",
        hash: number % 2 == 0 ? 7 : CacheKey("\(number)").hash, domain: 0..<2)
    }
    var stamps: [Stamp] = (0..<50).map { _ in clock.nextStamp() }

    for step in 0..<Self.steps {
      let key = keys.randomElement(using: &random)!
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<25:
        let expected = model.fetch(key)
        #expect(memory.fetch(key) === expected)
      case 25..<40:
        let expected = model.fetchIfReady(key)
        #expect(memory.fetchIfReady(key) === expected)
      case 40..<48:
        let record = memory.fetchOrInsert(key)
        if let known = model.fetch(key) {
          #expect(record === known)
        } else if model.fits(3) {
          model.entries.insert(Model.Entry(key: key, record: record, cost: 3), at: 0)
          model.evict()
        }
      case 48..<85:
        let cost = Int.random(in: 0..<50, using: &random)
        let record = CacheRecord(
          value: cost, stamp: stamps.randomElement(using: &random)!,
          tags: Bool.random(using: &random) ? ["t"] : [], clock: clock)
        let stored = memory.updateIfNeeded(record, for: key, asOf: clock.nextStamp())
        let isExpected = model.update(key, record, cost: cost)
        #expect(stored == isExpected)
      case 85..<94:
        let stamp = stamps.randomElement(using: &random)!
        let removed = memory.delete(key, asOf: stamp)
        let count = model.remove { $0.key == key && $0.record.stamp <= stamp }
        #expect(removed == (count == 1))
      case 94..<97:
        let stamp = stamps.randomElement(using: &random)!
        let scope = [RemovalScope.everything, .domain("d1"), .tag("t")]
          .randomElement(using: &random)!
        await memory.remove(scope, asOf: stamp)
        _ = model.remove {
          $0.record.stamp <= stamp && scope.covers($0.key, tags: $0.record.tags)
        }
      case 97..<98:
        let entries = Int(Double(model.entries.count) * 0.5)
        let bytes = Int(Double(model.cost) * 0.5)
        memory.trim(toShare: 0.5)
        model.evict { $0.count > entries || $1 > bytes }
      default:
        model.limits = MemoryLimits(
          entries: Bool.random(using: &random) ? nil : Int.random(in: 0...16, using: &random),
          bytes: Bool.random(using: &random) ? nil : Int.random(in: 0...200, using: &random),
          bytesPerEntry: Int.random(in: 20...50, using: &random))
        memory.setLimits(model.limits)
        model.evict()
      }
      if step % 10 == 0 { stamps[step / 10 % 50] = clock.nextStamp() }

      memory.checkInvariants()
      try #require(memory.keysByUse == model.entries.map(\.key), "seed \(seed), step \(step)")
      model.expected.entryCount = model.entries.count
      model.expected.byteCount = model.cost
      try #require(memory.statistics == model.expected, "seed \(seed), step \(step)")
      try #require(log.all.sorted() == model.left.sorted(), "seed \(seed), step \(step)")
      if log.count > 50 {
        log.clear()
        model.left = []
      }
    }
  }
}
