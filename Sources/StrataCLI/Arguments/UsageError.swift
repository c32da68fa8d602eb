import Strata

/// What is wrong with the arguments, and what would be right.
enum UsageError: Error, Hashable, Sendable {
  case noCommand
  case unknownCommand(String, nearest: String?)
  case unknownOption(String, command: String, nearest: String?)
  case missingValue(option: String, value: String)
  case valueNotTaken(option: String)
  case repeatedOption(String)
  case conflict(String, String)
  case missingOperand(command: String, operands: String)
  case extraOperand(String, command: String)
  /// An operand or the value of an option that can't be used.
  case badValue(String, of: String, reason: String)
}

extension UsageError: CustomStringConvertible {
  var description: String {
    switch self {
    case .noCommand: "no command given; see `strata --help`"
    case .unknownCommand(let name, let nearest?):
      "there is no command \"\(name)\"; did you mean \"\(nearest)\"?"
    case .unknownCommand(let name, nil):
      "there is no command \"\(name)\"; see `strata --help`"
    case .unknownOption(let name, _, let nearest?):
      "there is no option --\(name); did you mean --\(nearest)?"
    case .unknownOption(let name, let command, nil):
      "\(command) has no option --\(name); see `strata \(command) --help`"
    case .missingValue(let option, let value):
      "--\(option) needs a value: --\(option) \(value)"
    case .valueNotTaken(let option): "--\(option) takes no value"
    case .repeatedOption(let option): "--\(option) is given twice; give it once"
    case .conflict(let one, let other): "--\(one) and --\(other) exclude each other; give one"
    case .missingOperand(let command, let operands):
      "\(command) needs \(operands); see `strata \(command) --help`"
    case .extraOperand(let text, let command):
      "\(command) does not take \"\(text)\"; see `strata \(command) --help`"
    case .badValue(let text, let name, let reason): "\(name) \"\(text)\": \(reason)"
    }
  }
}
