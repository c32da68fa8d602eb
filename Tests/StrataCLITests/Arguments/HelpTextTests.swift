import Testing

@testable import StrataCLI

@Suite struct HelpTextTests {
  @Test func theProgramsHelpNamesAllCommandsAndExitCodes() {
    let text = HelpText.program(Commands.all.map { $0.form })
    for command in Commands.all { #expect(text.contains("  \(command.form.name) ")) }
    for status in ExitStatus.allCases { #expect(text.contains("  \(status.rawValue) ")) }
  }

  @Test(arguments: Commands.all.map { $0.form.name })
  func aCommandsHelpNamesAllItsOptions(_ name: String) throws {
    let form = try #require(Commands.all.first { $0.form.name == name }).form
    let text = HelpText.command(form)
    for option in form.options { #expect(text.contains("  \(option.usage) ")) }
    #expect(text.contains("strata \(name)"))
  }

  @Test func namesOfCommandsAndOptionsAreUnique() {
    let names = Commands.all.map { $0.form.name }
    #expect(Set(names).count == names.count)
    for command in Commands.all {
      let options = command.form.options.map(\.name)
      #expect(Set(options).count == options.count)
    }
  }
}
