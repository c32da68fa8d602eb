import Strata

/// The times to live of the sample's domains, as the policy in force has them.
struct SampleTimes {
  let urls: [String]
  let policy: ExpiryPolicy

  var table: Table {
    var table = Table(["domain", "rule", "fresh for", "then usable for", "failures kept for"])
    var seen: Set<String> = []
    for url in urls {
      guard let key = try? CacheKey(url: url), let domain = key.domain,
        seen.insert(domain).inserted
      else { continue }
      let settings = policy.settings(for: key)
      table.add([
        domain, rule(for: domain), ShortDuration.of(settings.updateInterval),
        ShortDuration.of(settings.grace), ShortDuration.of(settings.failureInterval),
      ])
    }
    return table
  }

  /// The pattern of the rule that holds for a domain.
  private func rule(for domain: String) -> String {
    guard let options = policy.rule(forDomain: domain) else { return "default" }
    let match = policy.rules.last { $0.options == options && $0.pattern.matches(domain) }
    return match.map { "\($0.pattern)" } ?? "default"
  }
}
