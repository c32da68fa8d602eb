/// What is wrong with a policy, in which rule and field, and what would be right.
public struct PolicyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The rule at fault: its pattern, its place in the file, or `default`; empty for the file as a whole.
  public let rule: String
  /// The field at fault; empty for the rule as a whole.
  public let field: String
  /// What is wrong, and what would be right.
  public let message: String

  public init(rule: String, field: String, message: String) {
    self.rule = rule
    self.field = field
    self.message = message
  }

  public var description: String {
    let place = [rule, field].filter { !$0.isEmpty }.joined(separator: ", ")
    return place.isEmpty ? message : "\(place): \(message)"
  }
}
