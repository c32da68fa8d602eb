/// How long records live, by domain.
///
/// ```swift
/// var policy = ExpiryPolicy.linkPreviews                          // 10 days, 30 days of grace
/// try policy.setRule("news.example.com", CacheOptions(updateInterval: .minutes(15)))
/// try policy.setRule("*.example.org", CacheOptions(updateInterval: .days(30)))
/// ```
///
/// A record's own time to live comes first, then the most specific rule for its domain that sets one, then
/// the manager's `updateInterval`, then the default.
public struct ExpiryPolicy: Sendable {
  /// One rule: settings for the domains that a pattern matches.
  public struct Rule: Hashable, Sendable {
    public let pattern: DomainPattern
    public let options: CacheOptions
  }

  /// What holds where no rule says otherwise.
  public let defaults: CacheSettings
  /// The rules, in the order in which they were set.
  public private(set) var rules: [Rule] = []
  private var table = DomainTable<CacheOptions>()

  /// A policy for a cache of anything, without a memory for failures.
  ///
  /// - Parameter grace: How long a value stays usable after `updateInterval`, where a newer one can't be had.
  public init(updateInterval: TimeToLive, grace: TimeToLive = .zero) {
    var defaults = CacheSettings(updateInterval: updateInterval)
    defaults.grace = grace
    self.defaults = defaults
  }

  /// A policy with all defaults given.
  ///
  /// - Throws: `PolicyError` when a setting is out of its range.
  public init(defaults: CacheSettings) throws(PolicyError) {
    self.defaults = defaults
    try PolicyChecks.check(CacheOptions(defaults), rule: "default")
  }

  private init(trusted defaults: CacheSettings) {
    self.defaults = defaults
  }

  /// The policy of link previews: fresh for 10 days, usable for 30 more when the site is down, definite
  /// failures remembered for an hour.
  public static let linkPreviews: ExpiryPolicy = {
    var settings = CacheSettings(updateInterval: .days(10))
    settings.grace = .days(30)
    settings.failureInterval = .hours(1)
    return ExpiryPolicy(trusted: settings)
  }()

  /// Adds a rule for the domains that a pattern matches, such as `example.com`, `*.example.com` or
  /// `**.example.com`, or replaces the one that the pattern has.
  ///
  /// - Throws: `PolicyError` for a bad pattern or a setting out of its range; the policy is as before.
  public mutating func setRule(_ pattern: String, _ options: CacheOptions) throws(PolicyError) {
    let pattern = try DomainPattern(pattern)
    try PolicyChecks.check(options, rule: pattern.description)
    if !table.insert(options, for: pattern) { rules.removeAll { $0.pattern == pattern } }
    rules.append(Rule(pattern: pattern, options: options))
  }

  /// The options of the most specific rule for a domain; nil when none matches.
  public func rule(forDomain domain: String?) -> CacheOptions? {
    guard !table.isEmpty, let domain else { return nil }
    return table.match(domain)
  }

  /// The settings for a key.
  ///
  /// - Parameter managerInterval: What the stack says about this key; stands between rule and default.
  public func settings(for key: CacheKey, managerInterval: TimeToLive? = nil) -> CacheSettings {
    var settings = defaults
    if let managerInterval { settings.updateInterval = managerInterval }
    guard let options = rule(forDomain: key.domain) else { return settings }
    return settings.applying(options)
  }
}
