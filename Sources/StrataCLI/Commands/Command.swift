/// A command of the program.
protocol Command: Sendable {
  /// What it takes.
  static var form: CommandForm { get }

  /// Does what the arguments ask for.
  ///
  /// - Throws: `ProgramFailure` when it can't go on; a page that gives no card is no such thing.
  static func run(in workplace: Workplace) async throws(ProgramFailure) -> ExitStatus
}

/// All commands, in the order of the help text.
enum Commands {
  static let all: [any Command.Type] = [
    PreviewCommand.self, WarmCommand.self, GetCommand.self, ListCommand.self, StatsCommand.self,
    VerifyCommand.self, RemoveCommand.self, SweepCommand.self, CompactCommand.self,
    ClearCommand.self, SampleCommand.self,
  ]
}
