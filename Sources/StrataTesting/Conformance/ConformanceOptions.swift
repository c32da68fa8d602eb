/// How much of the contract a manager is held to.
///
/// ```swift
/// try await CacheManagerConformance.check(.plain) { MyManager() }
///
/// var options = ConformanceOptions.full
/// options.dateResolution = .nanoseconds(1)
/// ```
public struct ConformanceOptions: Sendable {
  /// A kind of removal.
  public enum Scope: Hashable, Sendable, CaseIterable {
    case everything, domain, tag
  }

  /// Whether what is written can be read again. Default: true.
  public var storesRecords = true
  /// Whether a write that began before a removal is refused, also where there was nothing to remove.
  /// Default: true, as for every manager of this package.
  public var refusesOldWrites = true
  /// The removals that the manager offers; the others must throw `.unsupported`. Default: all.
  public var scopes: Set<Scope> = Set(Scope.allCases)
  /// Whether `statistics` counts each request once. Default: true.
  public var countsRequests = true
  /// Whether `statistics` counts what is stored, refused and removed; a stack leaves that to its tiers.
  /// Default: true.
  public var countsWrites = true
  /// How far dates may be off after they were stored. Default: one millisecond.
  public var dateResolution: Duration = .milliseconds(1)
  /// How many random runs each random clause has. Default: 20.
  public var runs = 20
  /// What random runs begin from. Default: 0; a failure names the seed of its run.
  public var firstSeed: UInt64 = 0
  /// Names of clauses that are left out.
  public var skippedClauses: Set<String> = []

  public init() {}

  /// All of the contract: what every manager of this package passes.
  public static let full = ConformanceOptions()

  /// What a manager with the five members and nothing else is held to: no notes of removals, no removal of
  /// more than a key, no statistics.
  public static let plain: ConformanceOptions = {
    var options = ConformanceOptions()
    options.refusesOldWrites = false
    options.scopes = []
    options.countsRequests = false
    options.countsWrites = false
    return options
  }()

  /// What a manager is held to that stores nothing.
  public static let storingNothing: ConformanceOptions = {
    var options = ConformanceOptions()
    options.storesRecords = false
    return options
  }()
}
