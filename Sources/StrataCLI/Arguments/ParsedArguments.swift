/// The arguments of a command, as its form says that they may be.
struct ParsedArguments: Hashable, Sendable {
  /// What is no option, in order.
  var operands: [String] = []
  private(set) var values: [String: String] = [:]
  private(set) var flags: Set<String> = []

  func has(_ option: OptionForm) -> Bool {
    flags.contains(option.name) || values[option.name] != nil
  }

  func value(of option: OptionForm) -> String? { values[option.name] }

  var names: Set<String> { flags.union(values.keys) }

  mutating func set(_ option: OptionForm, to value: String? = nil) {
    if let value { values[option.name] = value } else { flags.insert(option.name) }
  }
}
