/// Help for the program and for each command, made from their forms.
enum HelpText {
  /// What `strata --help` prints.
  static func program(_ commands: [CommandForm]) -> String {
    let list = commands.map { ($0.name, $0.summary) }
    return """
      strata: link previews from a cache in layers: memory, then disk, then the site

      Usage: strata COMMAND [OPTIONS]

      Commands:
      \(columns(list))

      Options:
      \(columns([("--help", "Show this help; after a command, the command's."), ("--version", "Show the version.")]))

      \(exitCodes)
      """
  }

  /// What `strata COMMAND --help` prints.
  static func command(_ form: CommandForm) -> String {
    let operands = form.operands.isEmpty ? "" : " \(form.operands)"
    var text = """
      strata \(form.name): \(form.summary)

      Usage: strata \(form.name)\(operands) [OPTIONS]

      Options:
      \(columns((form.options + [.help]).map { ($0.usage, $0.help) }))
      """
    if !form.details.isEmpty { text += "\n\n\(form.details)" }
    return text
  }

  private static let exitCodes = """
    Exit codes:
    \(columns(ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) }))
    """

  /// Two columns, the second one starting at the same place in each line.
  private static func columns(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { name, text in
      "  \(name)\(String(repeating: " ", count: width - name.count))  \(text)"
    }.joined(separator: "\n")
  }
}
