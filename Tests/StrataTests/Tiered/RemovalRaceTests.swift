import StrataTesting
import Testing

@testable import Strata

/// Removals beside reads, writes and loads that are held at each of their awaits.
@Suite struct RemovalRaceTests {
  enum Kind: CaseIterable, Sendable {
    case builtIn, fiveMembers

    func make(_ clock: CacheClock) -> any CacheManager<String> {
      switch self {
      case .builtIn: MemoryCacheManager<String>(name: "below", clock: clock)
      case .fiveMembers: DictionaryManager()
      }
    }
  }

  struct Point: Sendable, CustomTestStringConvertible {
    let call: HookedManager.Call
    let moment: HookedManager.Moment
    let isTop: Bool
    var testDescription: String { "\(moment) \(call) in the \(isTop ? "upper" : "lower") tier" }
  }

  static let points: [Point] = [HookedManager.Call.fetch, .update].flatMap { call in
    [HookedManager.Moment.before, .after].flatMap { moment in
      [true, false].map { Point(call: call, moment: moment, isTop: $0) }
    }
  }

  /// A stack of two hooked tiers, `k` in the lower one only.
  struct Two: Sendable {
    let time = ManualClock()
    let upper: HookedManager
    let lower: HookedManager
    let stack: TieredCacheManager<String>
    let key = CacheKey("1", in: "a.test")

    init(_ kind: Kind, filled: Bool) async throws {
      upper = HookedManager(kind.make(time.clock), name: "upper")
      lower = HookedManager(kind.make(time.clock), name: "lower")
      stack = TieredCacheManager([upper, lower], clock: time.clock)
      if filled {
        let record = CacheRecord.filled("old", tags: ["t"], clock: time.clock)
        _ = try await lower.inner.updateIfNeeded(record, for: key, asOf: record.stamp)
      }
    }

    func remove(_ way: RemovalTests.Way) async throws {
      let stamp = time.clock.nextStamp()
      switch way {
      case .key: try await stack.delete(key, asOf: stamp)
      case .domain: try await stack.remove(.domain("a.test"), asOf: stamp)
      case .tag: try await stack.remove(.tag("t"), asOf: stamp)
      case .everything: try await stack.remove(.everything, asOf: stamp)
      }
    }

    /// What any tier or the stack would answer with.
    func values() async throws -> [String] {
      var values: [String] = []
      if let value = try await stack.fetch(key)?.value { values.append(value) }
      return values
    }
  }

  // CB01: a read that is held anywhere while the removal begins and ends.
  @Test(arguments: points, Kind.allCases)
  func aReadThatIsHeldBringsNothingBack(point: Point, kind: Kind) async throws {
    for way in RemovalTests.Way.allCases {
      let two = try await Two(kind, filled: true)
      let gate = Gate()
      let held = point.isTop ? two.upper : two.lower
      held.on(point.call, point.moment) { _ in await gate.passUncancelled() }
      let read = Task { try await two.stack.fetch(two.key)?.value }
      if point.call == .update, !point.isTop {
        // A read writes upwards only.
        _ = try await read.value
        continue
      }
      try await gate.waitForArrivals(1)
      let removal = Task { try await two.remove(way) }
      if point.call == .update {
        // The removal waits for a write that is under way.
        await eventually { !two.stack.traffic.isQuiet }
      } else {
        try await removal.value
      }
      held.on(point.call, point.moment, run: nil)
      gate.open()
      try await removal.value
      _ = try await read.value
      #expect(try await two.values() == [])
      if kind == .builtIn || way == .key {
        #expect(try await two.upper.inner.fetch(two.key) == nil)
        #expect(try await two.lower.inner.fetch(two.key) == nil)
      }
    }
  }

  // CB01: a read that begins after the removal and before its end, and writes after its end.
  @Test(arguments: Kind.allCases, RemovalTests.Way.allCases)
  func aReadThatBeganWhileARemovalWasUnderWayBringsNothingBackAfterIt(
    kind: Kind, way: RemovalTests.Way
  ) async throws {
    let two = try await Two(kind, filled: true)
    let removing = Gate()
    let reading = Gate()
    for call in [HookedManager.Call.delete, .remove] {
      two.lower.on(call) { _ in await removing.passUncancelled() }
    }
    let removal = Task { try await two.remove(way) }
    try await removing.waitForArrivals(1)
    two.lower.on(.fetch, .after) { _ in await reading.passUncancelled() }
    let read = Task { try await two.stack.fetch(two.key)?.value }
    try await reading.waitForArrivals(1)
    two.lower.on(.fetch, .after, run: nil)
    removing.open()
    try await removal.value
    reading.open()
    _ = try await read.value
    #expect(try await two.values() == [])
    #expect(try await two.upper.inner.fetch(two.key) == nil)
  }

  // CB02, CB87
  @Test(arguments: points.filter { $0.call == .update }, Kind.allCases)
  func aWriteThatIsHeldIsOverOrRefusedWhenTheRemovalReturns(point: Point, kind: Kind) async throws {
    for way in RemovalTests.Way.allCases {
      let two = try await Two(kind, filled: true)
      let gate = Gate()
      let held = point.isTop ? two.upper : two.lower
      held.on(.update, point.moment) { _ in await gate.passUncancelled() }
      let record = CacheRecord.filled("newer", tags: ["t"], clock: two.time.clock)
      let write = Task { try await two.stack.updateIfNeeded(record, for: two.key) }
      try await gate.waitForArrivals(1)
      let removal = Task { try await two.remove(way) }
      await eventually { !two.stack.traffic.isQuiet }
      gate.open()
      try await removal.value
      _ = try await write.value
      #expect(try await two.values() == [])
    }
  }

  // CB83
  @Test func aRemovalIsOverWhenItReturnsHoweverSlowTheTier() async throws {
    let two = try await Two(.fiveMembers, filled: true)
    let gate = Gate()
    two.lower.on(.delete) { _ in await gate.passUncancelled() }
    let removal = Task { try await two.remove(.key) }
    try await gate.waitForArrivals(1)
    // And what is being removed is not answered with any more.
    #expect(try await two.stack.fetch(two.key) == nil)
    #expect(try await two.stack.fetch([two.key])[0] == nil)
    gate.open()
    try await removal.value
    #expect(try await two.lower.inner.fetch(two.key) == nil)
  }

  @Test(arguments: RemovalTests.Way.allCases)
  func aWriteThatBeginsWhileAnOlderOneIsRemovedStays(way: RemovalTests.Way) async throws {
    let two = try await Two(.builtIn, filled: true)
    let gate = Gate()
    for call in [HookedManager.Call.delete, .remove] {
      two.lower.on(call) { _ in await gate.passUncancelled() }
    }
    let removal = Task { try await two.remove(way) }
    try await gate.waitForArrivals(1)
    let record = CacheRecord.filled("new", tags: ["t"], clock: two.time.clock)
    #expect(try await two.stack.updateIfNeeded(record, for: two.key))
    gate.open()
    try await removal.value
    #expect(try await two.values() == ["new"])
  }

  @Test func aWriteRefusedBySomethingRemovedMeanwhileLeavesNoOlderRecordBehind() async throws {
    let two = try await Two(.builtIn, filled: true)
    let record = CacheRecord.filled("new", clock: two.time.clock)
    // Removed as a whole after the write began, but put back by somebody with the old stamp.
    try await two.stack.remove(.everything, asOf: two.time.clock.nextStamp())
    #expect(try await !two.stack.updateIfNeeded(record, for: two.key))
    #expect(try await two.values() == [])
  }

  @Test func noInterleavingOfReadsWritesAndRemovalsBringsARemovedValueBack() async throws {
    #if DEBUG
      let rounds = 300
    #else
      let rounds = 10_000
    #endif
    for kind in Kind.allCases {
      for round in 0..<rounds {
        let two = try await Two(kind, filled: true)
        for manager in [two.upper, two.lower] {
          for call in [HookedManager.Call.fetch, .update, .delete, .remove] {
            manager.on(call) { _ in await Task.yield() }
            manager.on(call, .after) { _ in await Task.yield() }
          }
        }
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<3 { group.addTask { _ = try? await two.stack.fetch(two.key) } }
          let record = CacheRecord.filled("\(round)", tags: ["t"], clock: two.time.clock)
          group.addTask { _ = try? await two.stack.updateIfNeeded(record, for: two.key) }
          group.addTask {
            try? await two.remove(RemovalTests.Way.allCases[round % 4])
            // Whoever asks after it has returned finds nothing, now or later.
            let value = try? await two.stack.fetch(two.key)?.value
            #expect(value == nil)
          }
        }
        #expect(try await two.values() == [])
      }
    }
  }
}
