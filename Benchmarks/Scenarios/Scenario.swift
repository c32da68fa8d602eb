/// Something measured: makes its workloads, runs its contenders and reports lines.
protocol Scenario: Sendable {
  /// What the command line calls it.
  static var name: String { get }
  /// What it measures, in a line.
  static var summary: String { get }

  static func run(_ arguments: Arguments, _ report: inout Report) async throws
}

enum Scenarios {
  static var all: [any Scenario.Type] { [HitScenario.self] }
}
