import StrataTesting
import Synchronization
import Testing

@testable import Strata

/// Many tasks do everything at once; what was removed never comes back, and in the end all agrees.
@Suite struct CacheStressTests {
  #if DEBUG
    static let steps = 400
  #else
    static let steps = 20_000
  #endif

  /// What the origin has, and what must have been seen of it.
  final class Truth: Sendable {
    private let versions: [Atomic3]
    init(_ count: Int) { versions = (0..<count).map { _ in Atomic3() } }

    final class Atomic3: Sendable {
      let current = Atomic(0)
      /// The version before which nothing may be read any more.
      let floor = Atomic(0)
    }

    subscript(index: Int) -> Atomic3 { versions[index] }
  }

  // CB43, CB84, CB147
  @Test(arguments: RemovalRaceTests.Kind.allCases, 1...4 as ClosedRange<UInt64>)
  func aReadThatBeginsAfterARemovalNeverSeesWhatWasThereBefore(
    kind: RemovalRaceTests.Kind, seed: UInt64
  ) async throws {
    let keyCount = 8
    let truth = Truth(keyCount)
    let time = ManualClock()
    let lower = HookedManager(kind.make(time.clock), name: "lower")
    for call in [HookedManager.Call.fetch, .update, .delete, .remove] {
      lower.on(call) { _ in await Task.yield() }
      lower.on(call, .after) { _ in await Task.yield() }
    }
    let memory = MemoryCacheManager<String>(
      limits: MemoryLimits(entries: 5), shards: 1, clock: time.clock)
    let cache = Cache<String>(
      TieredCacheManager([memory, lower], clock: time.clock),
      policy: Bench.policy {
        $0.updateInterval = .seconds(10)
        $0.grace = .seconds(1_000)
        $0.refreshAhead = 0.5
        $0.staleWhileRevalidate = .seconds(5)
      },
      limits: LoadLimits(total: 3, refreshes: 10),
      breaker: CircuitBreaker.Limits(failures: 5, pause: .seconds(3)), clock: time.clock,
      sweepInterval: nil,
      loadingWith: { context in
        guard let index = Int(context.key.text.dropFirst(2)) else { throw OriginDown() }
        let version = truth[index].current.load(ordering: .sequentiallyConsistent)
        await Task.yield()
        if version % 5 == 4 { throw OriginDown() }
        return .value("\(version)", LoadDetails(tags: ["t\(index)"]))
      })
    let keys = (0..<keyCount).map { CacheKey("\($0)", in: "d") }

    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          var random = SeededRandom(seed: seed &* 1_000 &+ UInt64(worker))
          for _ in 0..<Self.steps {
            let index = Int.random(in: 0..<keyCount, using: &random)
            let key = keys[index]
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<12:
              let floor = truth[index].floor.load(ordering: .sequentiallyConsistent)
              let modes: [ReadMode] = [.automatic, .automatic, .automatic, .refresh, .cacheOnly]
              let mode = modes.randomElement(using: &random)!
              if let value = try? await cache.value(for: key, mode: mode), let version = Int(value)
              {
                #expect(version >= floor, "seed \(seed), \(mode)")
              }
            case 12..<16:
              let version = truth[index].current.add(1, ordering: .sequentiallyConsistent).newValue
              switch Int.random(in: 0..<4, using: &random) {
              case 0: _ = try? await cache.delete(key)
              case 1 where kind == .builtIn: try? await cache.removeAll(tagged: "t\(index)")
              case 2: try? await cache.removeAll(inDomain: "d")
              default: try? await cache.removeAll()
              }
              // From now on.
              truth[index].floor.max(version, ordering: .sequentiallyConsistent)
            case 16: _ = try? await cache.expire(key)
            case 17: memory.trim(toShare: 0.5)
            case 18:
              let task = Task { _ = await cache.outcome(key, mode: .refresh) }
              await Task.yield()
              task.cancel()
            default: time.advance(by: .seconds(Int.random(in: 0..<3, using: &random)))
            }
          }
        }
      }
    }
    await eventually { cache.flights.count == 0 }
    #expect(cache.gate.waitingCount == 0)
    #expect(cache.counters.runningRefreshes.load(ordering: .relaxed) == 0)
    memory.checkInvariants()
    let counts = memory.statistics
    let empties = (counts.entryCount ?? 0) + counts.removals + counts.evictions + counts.expirations
    #expect(empties <= counts.updates)
    try await cache.removeAll()
    #expect(memory.statistics.entryCount == 0 && memory.statistics.byteCount == 0)
  }
}
