/// What is wrong with a policy, in which rule and field, and what would be right.
public struct PolicyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The rule at fault: its pattern, its place among the rules of a file, as in `rule 2 (news.example.com)`,
  /// or `default`; empty for the policy as a whole.
  public let rule: String
  /// The field at fault; empty for the rule as a whole.
  public let field: String
  /// What is wrong, and what would be right.
  public let message: String
  /// The file that the policy was read from; nil when it was not read from one.
  public let path: String?
  /// The line at fault in the text that the policy was read from, counted from 1; nil without a text.
  public let line: Int?
  /// The column at fault, in Unicode scalars, counted from 1; nil without a text.
  public let column: Int?

  public init(
    rule: String, field: String, message: String, path: String? = nil, line: Int? = nil,
    column: Int? = nil
  ) {
    self.rule = rule
    self.field = field
    self.message = message
    self.path = path
    self.line = line
    self.column = column
  }

  public var description: String {
    var place = path ?? ""
    if let line {
      place += place.isEmpty ? "line \(line)" : ":\(line)"
      if let column { place += ":\(column)" }
    }
    let subject = [rule, field].filter { !$0.isEmpty }.joined(separator: ", ")
    return [place, subject, message].filter { !$0.isEmpty }.joined(separator: ": ")
  }

  /// The same error, known to stand in a file.
  func within(path: String) -> PolicyError {
    PolicyError(
      rule: rule, field: field, message: message, path: path, line: line, column: column)
  }
}
