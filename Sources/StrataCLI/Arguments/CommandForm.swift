/// What a command takes: its help text is made of this, and arguments are checked against it.
struct CommandForm: Sendable {
  let name: String
  /// In the list of commands: a line.
  let summary: String
  /// What stands for the operands in help texts, such as `URL…`; empty when it takes none.
  var operands = ""
  /// How many operands it takes.
  var operandCount: ClosedRange<Int> = 0...0
  var options: [OptionForm] = []
  /// More of what there is to know, for its own help.
  var details = ""

  func option(named name: String) -> OptionForm? {
    name == OptionForm.help.name ? .help : options.first { $0.name == name }
  }
}
