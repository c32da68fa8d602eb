import Strata

/// Sorts the words after a command's name into operands and options.
///
/// Options may stand anywhere, with their value in the next word or after `=`; after `--` everything is an
/// operand, and a single `-` always is.
struct ArgumentParser {
  let form: CommandForm

  /// - Throws: `UsageError` for the first thing that is wrong.
  func parse(_ words: some Sequence<String>) throws(UsageError) -> ParsedArguments {
    var parsed = ParsedArguments()
    var rest = Array(words)[...]
    var takesOptions = true
    while let word = rest.popFirst() {
      guard takesOptions, word.hasPrefix("-"), word != "-" else {
        parsed.operands.append(word)
        continue
      }
      if word == "--" { takesOptions = false } else { try parseOption(word, &rest, &parsed) }
    }
    // Who asks for help need not have the rest right.
    if !parsed.has(.help) { try check(parsed) }
    return parsed
  }

  private func parseOption(
    _ word: String, _ rest: inout ArraySlice<String>, _ parsed: inout ParsedArguments
  ) throws(UsageError) {
    if word == "-h" {
      parsed.set(.help)
      return
    }
    let parts = word.drop { $0 == "-" }
      .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    // Single dashes are for -h alone.
    guard word.hasPrefix("--"), let option = form.option(named: name) else {
      let names = (form.options + [.help]).map(\.name)
      throw .unknownOption(
        name, command: form.name, nearest: NearestName.of(name, among: names))
    }
    if parsed.has(option), option != .help { throw .repeatedOption(name) }
    let given = parts.count > 1 ? String(parts[1]) : nil
    guard let value = option.value else {
      if given != nil { throw .valueNotTaken(option: name) }
      parsed.set(option)
      return
    }
    if let given {
      parsed.set(option, to: given)
    } else if let next = rest.first, !next.hasPrefix("--") {
      parsed.set(option, to: rest.removeFirst())
    } else {
      throw .missingValue(option: name, value: value)
    }
  }

  private func check(_ parsed: ParsedArguments) throws(UsageError) {
    for option in form.options where parsed.has(option) {
      for other in option.excludes where parsed.names.contains(other) {
        throw .conflict(option.name, other)
      }
    }
    if parsed.operands.count < form.operandCount.lowerBound {
      throw .missingOperand(command: form.name, operands: form.operands)
    }
    if parsed.operands.count > form.operandCount.upperBound {
      throw .extraOperand(parsed.operands[form.operandCount.upperBound], command: form.name)
    }
  }
}
