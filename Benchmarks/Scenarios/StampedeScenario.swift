import Strata
import Synchronization

/// Ten thousand callers ask for one key that nobody has.
enum StampedeScenario: Scenario {
  static let name = "stampede"
  static let summary = "10,000 callers on one cold key: loads made, time a caller"

  static func run(_ arguments: Arguments, _ report: inout Report) async throws {
    let callers = arguments.isQuick ? 1_000 : 10_000
    var times: [Double] = []
    var loads: [Double] = []
    for round in 0..<(arguments.isQuick ? 3 : 10) {
      let counter = Counter()
      let cache = Cache(
        MemoryCacheManager<Int>(), policy: ExpiryPolicy(updateInterval: .minutes(5))
      ) { _ in
        counter.value.add(1, ordering: .relaxed)
        try await Task.sleep(for: .milliseconds(20))
        return round
      }
      let start = Stopwatch.now()
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<callers { group.addTask { try await cache.value(for: "cold") } }
        for try await value in group { precondition(value == round, "a wrong answer") }
      }
      times.append(Double(Stopwatch.now() - start - 20_000_000) / Double(callers))
      loads.append(Double(counter.value.load(ordering: .relaxed)))
    }
    let workload = "\(callers.shortText) callers"
    report.add(
      Row(
        scenario: name, workload: workload, contender: "Strata, loads", threads: 2, unit: "loads",
        value: Spread(loads), goal: 1))
    report.add(
      Row(
        scenario: name, workload: workload, contender: "Strata, beyond the load of 20 ms",
        threads: 2, unit: "ns/op", value: Spread(times)))
  }

  private final class Counter: Sendable {
    let value = Atomic<Int>(0)
  }
}
