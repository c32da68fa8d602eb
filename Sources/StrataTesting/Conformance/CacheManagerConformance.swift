public import Strata

/// Checks a cache manager against the contract of `CacheManager`, in one line of a test:
///
/// ```swift
/// @Test func conforms() async throws {
///   try await CacheManagerConformance.check { MyManager() }
/// }
/// ```
///
/// Each clause is checked on a manager of its own, which the closure makes: new, empty, and with room for a
/// thousand records. What does not hold is thrown together, each clause by its name.
///
/// It works with any test framework, or none.
public enum CacheManagerConformance {
  /// Checks a manager of strings.
  ///
  /// - Parameters:
  ///   - options: How much of the contract it is held to. Default: all.
  ///   - clock: The clock that the manager is made with, if it has one.
  ///   - make: Makes a new, empty manager at each call.
  /// - Throws: `ConformanceFailure` with all clauses that do not hold, or what `make` throws.
  public static func check<Manager: CacheManager>(
    _ options: ConformanceOptions = .full, clock: CacheClock = .system,
    make: () async throws -> Manager
  ) async throws where Manager.Value == String {
    try await check(options, clock: clock, values: .strings, make: make)
  }

  /// Checks a manager of any values.
  ///
  /// - Parameters:
  ///   - options: How much of the contract it is held to. Default: all.
  ///   - clock: The clock that the manager is made with, if it has one.
  ///   - values: Makes the values to store.
  ///   - make: Makes a new, empty manager at each call.
  /// - Throws: `ConformanceFailure` with all clauses that do not hold, or what `make` throws.
  public static func check<Manager: CacheManager>(
    _ options: ConformanceOptions = .full, clock: CacheClock = .system,
    values: ConformanceValues<Manager.Value>, make: () async throws -> Manager
  ) async throws {
    let clauses: [ConformanceClause<Manager.Value>] =
      memberClauses() + orderClauses() + removalClauses() + keyClauses() + metadataClauses()
      + statisticsClauses() + concurrencyClauses()
    var violations: [ConformanceFailure.Violation] = []
    var name = ""
    for clause in clauses
    where clause.need.isMet(by: options) && !options.skippedClauses.contains(clause.name) {
      let manager = try await make()
      name = manager.name
      let context = ConformanceContext(manager, values, options, clock)
      await run(clause, context, into: &violations)
      try? await manager.close()
    }
    if !violations.isEmpty { throw ConformanceFailure(manager: name, violations: violations) }
  }

  static func run<Value>(
    _ clause: ConformanceClause<Value>, _ context: ConformanceContext<Value>,
    into violations: inout [ConformanceFailure.Violation]
  ) async {
    do { try await clause.check(context) } catch { context.note("it throws \(error)") }
    let findings = context.findings
    if !findings.isEmpty { violations.append(.init(clause: clause.name, findings: findings)) }
  }
}
