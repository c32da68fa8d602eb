import StrataTesting
import Testing

@testable import Strata

@Suite("Scripted origin")
struct ScriptedOriginTests {
  let time = ManualClock()

  private func cache(_ origin: ScriptedOrigin<String>) -> Cache<String> {
    Cache(
      MemoryCacheManager<String>(clock: time.clock),
      policy: ExpiryPolicy(updateInterval: .seconds(10)),
      clock: time.clock, sweepInterval: nil, loadingWith: origin.load)
  }

  @Test("loads end as the script says, the last answer again and again")
  func script() async throws {
    let origin = ScriptedOrigin<String> { load, number in .value("\(load.key) \(number)") }
    origin.script("flaky", [.failure("down"), .value("up")])
    let load = origin.load
    func ask(_ key: CacheKey) async throws -> String? {
      let context = LoadContext<String>(
        key: key, previous: nil, settings: CacheSettings(updateInterval: .never))
      guard case .value(let value, _) = try await load(context) else { return nil }
      return value
    }
    #expect(try await ask("a") == "a 0")
    #expect(try await ask("a") == "a 1")
    await #expect(throws: ScriptedFailure(message: "down")) { try await ask("flaky") }
    #expect(try await ask("flaky") == "up")
    #expect(try await ask("flaky") == "up")
    #expect(origin.loadCount == 5)
    #expect(origin.loadCount(of: "flaky") == 3)
    #expect(origin.loads.map(\.key) == ["a", "a", "flaky", "flaky", "flaky"])
    #expect(origin.runningCount == 0)
  }

  @Test("held loads are counted while they run")
  func holds() async throws {
    let origin = ScriptedOrigin<String>(answer: .value("v"))
    let cache = cache(origin)
    origin.hold()
    async let first = cache.value(for: "a")
    async let again = cache.value(for: "a")
    async let second = cache.value(for: "b")
    try await origin.waitForLoads(2)
    #expect(origin.runningCount == 2)
    origin.release()
    #expect(try await [first, again, second] == ["v", "v", "v"])
    #expect(origin.mostRunning == 2)
    #expect(origin.mostRunningOfOneKey == 1)
    #expect(origin.loadCount == 2)
  }
}
