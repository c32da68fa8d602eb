public import Strata

extension CacheManagerConformance {
  /// Checks that a manager of strings keeps its records when it is closed and opened again.
  ///
  /// ```swift
  /// try await CacheManagerConformance.checkPersistence { try FileManager(directory: directory) }
  /// ```
  ///
  /// - Parameters:
  ///   - options: Which removals it offers, and how exact dates are.
  ///   - clock: The clock that the manager is made with, if it has one.
  ///   - open: Opens the same store at each call, empty at the first one. The manager that it gave before is
  ///     closed by then.
  /// - Throws: `ConformanceFailure` with all clauses that do not hold, or what `open` throws.
  public static func checkPersistence<Manager: CacheManager>(
    _ options: ConformanceOptions = .full, clock: CacheClock = .system,
    open: () async throws -> Manager
  ) async throws where Manager.Value == String {
    try await checkPersistence(options, clock: clock, values: .strings, open: open)
  }

  /// Checks that a manager of any values keeps its records when it is closed and opened again.
  ///
  /// - Parameters:
  ///   - options: Which removals it offers, and how exact dates are.
  ///   - clock: The clock that the manager is made with, if it has one.
  ///   - values: Makes the values to store.
  ///   - open: Opens the same store at each call, empty at the first one. The manager that it gave before is
  ///     closed by then.
  /// - Throws: `ConformanceFailure` with all clauses that do not hold, or what `open` throws.
  public static func checkPersistence<Manager: CacheManager>(
    _ options: ConformanceOptions = .full, clock: CacheClock = .system,
    values: ConformanceValues<Manager.Value>, open: () async throws -> Manager
  ) async throws {
    let plan = PersistencePlan(values: values, options: options, clock: clock)
    var violations: [ConformanceFailure.Violation] = []
    var name = ""
    for clause in plan.clauses where !options.skippedClauses.contains(clause.name) {
      let manager = try await open()
      name = manager.name
      await run(clause, ConformanceContext(manager, values, options, clock), into: &violations)
      do { try await manager.close() } catch {
        violations.append(.init(clause: "closing writes all out", findings: ["\(error)"]))
      }
    }
    if !violations.isEmpty { throw ConformanceFailure(manager: name, violations: violations) }
  }
}
