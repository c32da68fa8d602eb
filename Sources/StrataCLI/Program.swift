import Strata

/// The program from its arguments to its exit status.
struct Program: Sendable {
  static let version = "1.0.0"

  /// Without the program's own name.
  let arguments: [String]
  let environment: [String: String]
  let terminal: Terminal

  /// Runs the command that the arguments name. All that goes wrong ends as a line on standard error.
  func run() async -> ExitStatus {
    do throws(ProgramFailure) {
      let status = try await runCommand()
      guard let reason = terminal.output.failure else { return status }
      throw ProgramFailure(.setup, "the results can't be written: \(reason)")
    } catch {
      if error.status != .interrupted { terminal.fail(error.message) }
      return error.status
    }
  }

  private func runCommand() async throws(ProgramFailure) -> ExitStatus {
    guard let name = arguments.first else {
      throw ProgramFailure(UsageError.noCommand)
    }
    switch name {
    case "--help", "-h", "help":
      // `strata help ls` is what many type.
      if arguments.count > 1 { return try showHelp(of: try command(arguments[1])) }
      terminal.print(StyledText(HelpText.program(Commands.all.map { $0.form })))
      return .done
    case "--version":
      terminal.print(StyledText("strata \(Self.version)"))
      return .done
    default: break
    }
    let command = try command(name)
    let parsed: ParsedArguments
    do throws(UsageError) {
      parsed = try ArgumentParser(form: command.form).parse(arguments.dropFirst())
    } catch {
      throw ProgramFailure(error)
    }
    if parsed.has(.help) { return try showHelp(of: command) }
    return try await command.run(
      in: Workplace(arguments: parsed, terminal: terminal, environment: environment))
  }

  private func showHelp(of command: any Command.Type) throws(ProgramFailure) -> ExitStatus {
    terminal.print(StyledText(HelpText.command(command.form)))
    return .done
  }

  private func command(_ name: String) throws(ProgramFailure) -> any Command.Type {
    if let command = Commands.all.first(where: { $0.form.name == name }) { return command }
    throw ProgramFailure(
      UsageError.unknownCommand(
        name, nearest: NearestName.of(name, among: Commands.all.map { $0.form.name })))
  }
}
