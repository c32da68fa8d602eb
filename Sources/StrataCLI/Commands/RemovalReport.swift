import Strata

/// What a command took out of the cache, in words or as JSON.
struct RemovalReport: Encodable {
  let schema = 1
  let removed: Int
  /// What was asked for and not there.
  var missing: [String]?

  private enum CodingKeys: String, CodingKey { case schema, removed, missing }

  /// - Parameter words: What is said where people read; `removed N cards` unless given.
  func show(
    in workplace: Workplace, words: [StyledText]? = nil
  ) throws(ProgramFailure) {
    if workplace.arguments.has(.json) {
      workplace.terminal.write(try JSONLine.of(self))
      return
    }
    for line in words ?? [StyledText("removed \(Self.cards(removed))")] {
      workplace.terminal.print(line)
    }
  }

  static func cards(_ count: Int) -> String { "\(count) \(count == 1 ? "card" : "cards")" }
}
