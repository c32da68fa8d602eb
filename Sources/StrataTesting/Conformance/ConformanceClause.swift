/// One sentence of the contract, and how it is checked.
struct ConformanceClause<Value: Sendable & Equatable>: Sendable {
  /// The sentence.
  let name: String
  /// What a manager must offer to be held to it.
  let need: ConformanceNeed
  /// Checks it on a manager that is new and empty, and notes what does not hold.
  let check: @Sendable (ConformanceContext<Value>) async throws -> Void

  init(
    _ name: String, _ need: ConformanceNeed = .storage,
    _ check: @escaping @Sendable (ConformanceContext<Value>) async throws -> Void
  ) {
    self.name = name
    self.need = need
    self.check = check
  }
}
