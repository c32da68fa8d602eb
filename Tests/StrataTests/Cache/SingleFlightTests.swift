import StrataTesting
import Synchronization
import Testing

@testable import Strata

@Suite struct SingleFlightTests {
  #if DEBUG
    static let callers = 2_000
    static let rounds = 2_000
  #else
    static let callers = 10_000
    static let rounds = 100_000
  #endif

  // CB126
  @Test func manyCallersForAColdKeyCauseOneLoadAndAllGetItsValue() async throws {
    let bench = Bench()
    let gate = Gate()
    bench.origin.set { _ in
      try await gate.pass()
      return .value("v")
    }
    let values = await withTaskGroup(of: Bench.Outcome.self) { group in
      for _ in 0..<Self.callers { group.addTask { await bench.cache.outcome("k") } }
      group.addTask {
        try? await gate.waitForArrivals(1)
        gate.open()
        return .fresh("v")
      }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(values == [.fresh("v")])
    #expect(bench.origin.count == 1)
    #expect(bench.cache.flights.count == 0)
  }

  // CB126
  @Test func callersAtTheMomentOfExpiryAndAfterRemoveAllCauseOneLoadEach() async throws {
    let bench = Bench()
    _ = await bench.cache.outcome("k")
    for step in 2...3 {
      if step == 2 { bench.time.advance(by: .days(1)) } else { try await bench.cache.removeAll() }
      let values = await withTaskGroup(of: Bench.Outcome.self) { group in
        for _ in 0..<50 { group.addTask { await bench.cache.outcome("k") } }
        return await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(values == [.fresh("k\(step)")])
      #expect(bench.origin.count == step)
    }
  }

  // CB129
  @Test func callersBesideASlowReadOfALowerTierShareOneFlight() async throws {
    let gate = Gate()
    let slow = HookedManager(DictionaryManager())
    slow.on(.fetch) { _ in await gate.passUncancelled() }
    let bench = Bench(lower: [Tier(slow)])
    async let values = withTaskGroup(of: Bench.Outcome.self) { group in
      for _ in 0..<100 { group.addTask { await bench.cache.outcome("k") } }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    try await gate.waitForArrivals(100)
    gate.open()
    #expect(await values == [.fresh("k1")])
    #expect(bench.origin.count == 1)
  }

  // CB149
  @Test func aValueThatWasLoadedIsThereForTheNextCallThoughALowerTierIsSlow() async throws {
    let gate = Gate()
    let slow = HookedManager(DictionaryManager())
    slow.on(.update) { _ in await gate.passUncancelled() }
    let bench = Bench(lower: [Tier(slow)])
    async let first = bench.cache.outcome("k")
    try await gate.waitForArrivals(1)
    #expect(await bench.cache.outcome("k") == .fresh("k1"))
    gate.open()
    #expect(await first == .fresh("k1"))
    #expect(await bench.cache.outcome("k") == .fresh("k1"))
    #expect(bench.origin.count == 1)
  }

  // CB21, CB23
  @Test func aCallerWhoIsCancelledLeavesAtOnceAndTheOthersGetTheValue() async throws {
    let bench = Bench()
    let gate = Gate()
    bench.origin.set { _ in
      try await gate.pass()
      return .value("v")
    }
    let leader = Task { await bench.cache.outcome("k") }
    try await gate.waitForArrivals(1)
    let follower = Task { await bench.cache.outcome("k") }
    await eventually { bench.waiters(of: "k") == 2 }
    leader.cancel()
    #expect(await leader.value == .failed(.cancelled))
    gate.open()
    #expect(await follower.value == .fresh("v"))
    #expect(bench.origin.count == 1)
  }

  // CB21
  @Test func whenAllCallersLeaveTheLoadIsCancelledAndTheNextCallerStartsAnew() async throws {
    let bench = Bench()
    let gate = Gate()
    let wasCancelled = Atomic(false)
    bench.origin.set { _ in
      do { try await gate.pass() } catch {
        wasCancelled.store(true, ordering: .sequentiallyConsistent)
        throw error
      }
      return .value("v")
    }
    let leader = Task { await bench.cache.outcome("k") }
    try await gate.waitForArrivals(1)
    leader.cancel()
    #expect(await leader.value == .failed(.cancelled))
    await eventually { wasCancelled.load(ordering: .sequentiallyConsistent) }
    gate.open()
    #expect(await bench.cache.outcome("k") == .fresh("v"))
    #expect(bench.origin.count == 2)
  }

  @Test func anAbandonedLoadIsFinishedIntoTheCacheWhereTheOptionSaysSo() async throws {
    let bench = Bench { $0.finishesAbandonedLoads = true }
    let gate = Gate()
    bench.origin.set { _ in
      try await gate.pass()
      return .value("v")
    }
    let leader = Task { await bench.cache.outcome("k") }
    try await gate.waitForArrivals(1)
    leader.cancel()
    #expect(await leader.value == .failed(.cancelled))
    gate.open()
    await eventually { bench.cache.flights.count == 0 }
    #expect(bench.cache.freshAnswer(for: "k")?.value == "v")
    #expect(bench.origin.count == 1)
  }

  @Test func aCallerWhoIsCancelledBeforeTheCallStartsNoLoad() async throws {
    let bench = Bench()
    let gate = Gate()
    let task = Task {
      try? await gate.pass()
      return await bench.cache.outcome("k")
    }
    task.cancel()
    #expect(await task.value == .failed(.cancelled))
    #expect(bench.origin.count == 0)
    #expect(bench.cache.flights.count == 0)
  }

  // CB55
  @Test func whoJoinsWhenTheLastOneLeavesIsNeverCancelled() async throws {
    let bench = Bench { $0.updateInterval = .zero }
    bench.origin.set { _ in
      await Task.yield()
      try Task.checkCancellation()
      return .value("v")
    }
    for _ in 0..<Self.rounds {
      let leaver = Task { await bench.cache.outcome("k") }
      let joiner = Task { await bench.cache.outcome("k") }
      leaver.cancel()
      #expect(await joiner.value == .fresh("v"))
      _ = await leaver.value
    }
    await eventually { bench.cache.flights.count == 0 }
  }

  // CB20, CB27, CB122, CB123, CB148
  @Test func aLoadThatFailsInAnyWayIsForgottenAndTheNextCallLoads() async throws {
    let bench = Bench()
    bench.origin.set { _ in throw CancellationError() }
    #expect(await bench.cache.outcome("k") == .failed(.cancelled))
    #expect(bench.cache.flights.count == 0)
    bench.origin.fail()
    #expect(await bench.cache.outcome("k") == .failed(.loadFailed))
    #expect(bench.cache.flights.count == 0)
    bench.origin.set { _ in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { throw OriginDown() }
        group.addTask { try await Gate().pass() }
        try await group.next()
      }
      return .value("never")
    }
    #expect(await bench.cache.outcome("k") == .failed(.loadFailed))
    bench.origin.set { _ in .value("v") }
    #expect(await bench.cache.outcome("k") == .fresh("v"))
    #expect(bench.origin.count == 4)
  }

  // CB123
  @Test func callersOfAFailingLoadShareItsFailure() async throws {
    let bench = Bench()
    let gate = Gate()
    bench.origin.set { _ in
      try await gate.pass()
      throw OriginDown()
    }
    async let one = bench.cache.outcome("k")
    async let other = bench.cache.outcome("k")
    try await gate.waitForArrivals(1)
    await eventually { bench.waiters(of: "k") == 2 }
    gate.open()
    #expect(await [one, other] == [.failed(.loadFailed), .failed(.loadFailed)])
    #expect(bench.origin.count == 1)
  }

  // CB184: who read the stack before a failure and comes to load after it.
  @Test func aFlightThatBeginsWhileTheOriginIsLeftAloneDoesNotAskIt() async throws {
    let gate = Gate()
    let slow = HookedManager(DictionaryManager())
    let bench = Bench(lower: [Tier(slow)]) { $0.retryPause = .seconds(30) }
    bench.origin.fail()
    slow.on(.fetch) { _ in await gate.passUncancelled() }
    let late = Task { await bench.cache.outcome("k") }
    try await gate.waitForArrivals(1)
    slow.on(.fetch, run: nil)
    #expect(await bench.cache.outcome("k") == .failed(.loadFailed))
    gate.open()
    #expect(await late.value == .failed(.unavailable))
    #expect(bench.origin.count == 1)
  }

  @Test func aForcedRefreshThatJoinsAnAutomaticFlightStillAsksTheOrigin() async throws {
    // The automatic flight finds a value that another process put below meanwhile.
    let gate = Gate()
    let below = DictionaryManager()
    let slow = HookedManager(below)
    let bench = Bench(lower: [Tier(slow)])
    let clock = bench.time.clock
    let looks = Atomic(0)
    slow.on(.fetch) { _ in
      // The first look is the read's, the second the flight's.
      if looks.add(1, ordering: .sequentiallyConsistent).newValue == 2 {
        await gate.passUncancelled()
      }
    }
    let automatic = Task { await bench.cache.outcome("k") }
    try await gate.waitForArrivals(1)
    let forced = Task { await bench.cache.outcome("k", mode: .refresh) }
    await eventually { bench.waiters(of: "k") == 2 }
    _ = below.updateIfNeeded(.filled("theirs", clock: clock), for: "k", asOf: clock.nextStamp())
    gate.open()
    #expect(await automatic.value == .fresh("theirs"))
    #expect(await forced.value == .fresh("k1"))
  }

  @Test func aCallerOfHigherPriorityRaisesTheLoads() async throws {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    for limit in [TimeLimit.unlimited, .seconds(15)] {
      let bench = Bench { $0.hardTimeLimit = limit }
      let gate = Gate()
      let seen = Mutex<[TaskPriority]>([])
      bench.origin.set { _ in
        seen.withLock { $0.append(Task.currentPriority) }
        try await gate.pass()
        seen.withLock { $0.append(Task.currentPriority) }
        return .value("v")
      }
      let low = Task.detached(priority: .low) { await bench.cache.outcome("k") }
      try await gate.waitForArrivals(1)
      let high = Task.detached(priority: .high) { await bench.cache.outcome("k") }
      await eventually { bench.waiters(of: "k") == 2 }
      await Task.detached(priority: .low) {
        await eventually { bench.hasTask("k") }
      }.value
      gate.open()
      _ = await (low.value, high.value)
      let priorities = seen.withLock { $0 }
      #expect(priorities.first == .low)
      #expect(priorities.last == .high)
    }
  }
}

extension Bench {
  typealias Outcome = Cache<String>.Outcome

  /// How many wait for the flight of a key.
  func waiters(of key: CacheKey) -> Int {
    cache.flights.flight(key)?.waiters.withLock { $0.continuations.count } ?? 0
  }

  func hasTask(_ key: CacheKey) -> Bool {
    cache.flights.flight(key)?.waiters.withLock { $0.work?.task != nil } ?? false
  }
}
