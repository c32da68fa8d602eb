/// Where the program's words go: results to standard output, all else to standard error.
struct Terminal: Sendable {
  let output: OutputFile
  let errors: OutputFile
  /// Whether results are coloured and fitted to the width: on a terminal, unless `NO_COLOR` is set.
  let isStyled: Bool
  /// Whether progress is shown.
  let showsProgress: Bool
  /// The columns that a line may have; nil for as many as it needs.
  let width: Int?

  init(
    output: OutputFile = OutputFile(descriptor: 1), errors: OutputFile = OutputFile(descriptor: 2),
    environment: [String: String]
  ) {
    self.output = output
    self.errors = errors
    let isDumb = environment["TERM"] == "dumb"
    isStyled =
      output.isTerminal && !isDumb && (environment["NO_COLOR"] ?? "").isEmpty
    showsProgress = errors.isTerminal && !isDumb
    width = output.isTerminal ? max(output.columns ?? 80, 40) : nil
  }

  /// Prints a result.
  func print(_ text: StyledText = "") {
    output.write("\(text.rendered(withStyles: isStyled))\n")
  }

  /// Prints a result as it is: what other programs read.
  func write(_ text: String) { output.write(text) }

  /// Prints what is neither result nor error, such as a hint.
  func note(_ text: String) { errors.write("\(StyledText.harmless(text))\n") }

  /// Prints an error in one line.
  func fail(_ text: String) {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    errors.write("strata: \(StyledText.harmless(line))\n")
  }
}
