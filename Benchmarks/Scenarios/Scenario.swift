/// Something measured: makes its workloads, runs its contenders and reports lines.
protocol Scenario: Sendable {
  /// What the command line calls it.
  static var name: String { get }
  /// What it measures, in a line.
  static var summary: String { get }

  /// Whether it runs only when named.
  static var isOnRequest: Bool { get }

  static func run(_ arguments: Arguments, _ report: inout Report) async throws
}

extension Scenario {
  static var isOnRequest: Bool { false }
}

enum Scenarios {
  static var all: [any Scenario.Type] {
    [
      HitScenario.self, DiskHitScenario.self, WriteScenario.self, ExpiryScenario.self,
      BulkScenario.self, GrowthScenario.self, StampedeScenario.self, HitRatioScenario.self,
      EvictionScenario.self, ProfileScenario.self,
    ]
  }
}
