import StrataTesting
import Synchronization
import Testing

@testable import Strata

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct PolicyFileReloaderTests {
  private let time = ManualClock()
  private let path =
    FileManager.default.temporaryDirectory.path + "/strata-policy-\(UInt64.random(in: 0 ... .max))"

  private func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  @Test func aChangedFileActsAtOnceOnWhatIsStoredAndABadOneChangesNothing() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try write(#"{ "default": { "updateInterval": "10d" } }"#)
    let origin = TestOrigin()
    let cache = Cache(
      MemoryCacheManager<String>(clock: time.clock),
      policy: try PolicyFile(contentsOf: path).policy,
      clock: time.clock, sweepInterval: nil, loadingWith: { try await origin.load($0) })
    let errors = Mutex<[String]>([])
    let reloader = PolicyFileReloader(path: path, clock: time.clock) { cache.policy = $0.policy }
    reloader.watch(every: .seconds(10)) { error in errors.withLock { $0.append("\(error)") } }
    #expect(await cache.outcome("k") == .fresh("k1"))
    time.advance(by: .hours(1))
    #expect(await cache.outcome("k") == .fresh("k1"))

    try write(#"{ "default": { "updateInterval": "15m" } }"#)
    await advanceUntil { cache.policy.defaults.updateInterval == .minutes(15) }
    #expect(await cache.outcome("k") == .fresh("k2"))

    try write(#"{ "default": { "updateInterval": "-15m" } }"#)
    await advanceUntil { errors.withLock { $0.count } == 1 }
    #expect(errors.withLock { $0.first }?.contains("updateInterval") == true)
    #expect(cache.policy.defaults.updateInterval == .minutes(15))

    // Told once, and a file that is away is no mistake.
    try FileManager.default.removeItem(atPath: path)
    time.advance(by: .minutes(1))
    try write(#"{ "default": { "updateInterval": "20m" } }"#)
    await advanceUntil { cache.policy.defaults.updateInterval == .minutes(20) }
    #expect(errors.withLock { $0.count } == 1)
  }

  @Test func aReloadOnDemandTellsWhatIsWrong() throws {
    let adopted = Mutex<[TimeToLive]>([])
    let reloader = PolicyFileReloader(path: path, clock: time.clock) { file in
      adopted.withLock { $0.append(file.policy.defaults.updateInterval) }
    }
    #expect(throws: PolicyError.self) { try reloader.reload() }
    defer { try? FileManager.default.removeItem(atPath: path) }
    try write(#"{ "default": { "updateInterval": "90s" } }"#)
    try reloader.reload()
    try write("{ broken")
    #expect(throws: PolicyError.self) { try reloader.reload() }
    #expect(adopted.withLock { $0 } == [.seconds(90)])
  }

  @Test func itStopsWatchingWhenItIsReleased() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try write("{}")
    let reads = Atomic(0)
    var reloader: PolicyFileReloader? = PolicyFileReloader(path: path, clock: time.clock) { _ in
      reads.add(1, ordering: .sequentiallyConsistent)
    }
    reloader?.watch(every: .seconds(1))
    reloader = nil
    try write(#"{ "default": { "updateInterval": "20m" } }"#)
    await eventually { time.sleeperCount == 0 }
    #expect(reads.load(ordering: .sequentiallyConsistent) == 0)
  }

  /// Advances the clock by the watcher's interval until something holds.
  private func advanceUntil(_ isReached: @Sendable () -> Bool) async {
    await eventually {
      if isReached() { return true }
      time.advance(by: .seconds(10))
      return false
    }
  }
}
