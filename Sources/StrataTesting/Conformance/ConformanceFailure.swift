/// The clauses of the contract that a manager violates.
public struct ConformanceFailure: Error, Sendable, CustomStringConvertible {
  /// One clause that does not hold.
  public struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// The clause, as a sentence: what `ConformanceOptions.skippedClauses` takes.
    public let clause: String
    /// What was found instead, with the seed where the clause draws at random.
    public let findings: [String]

    public var description: String {
      (["✗ \(clause)"] + findings.map { "    \($0)" }).joined(separator: "\n")
    }
  }

  /// The manager's name.
  public let manager: String
  /// What does not hold, in the order in which it was checked.
  public let violations: [Violation]

  public var description: String {
    "\(manager) violates \(violations.count) of the contract's clauses:\n"
      + violations.map(\.description).joined(separator: "\n")
  }
}
