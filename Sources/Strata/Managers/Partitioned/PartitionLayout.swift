/// Which partition a domain belongs to, and how that is made: fixed when a partitioned manager is made.
struct PartitionLayout<Value: Sendable>: Sendable {
  /// A partition's name and the rule that it goes by.
  struct Place: Sendable {
    let name: String
    let rule: PartitionRule<Value>?
  }

  private let grouping: DomainGrouping
  private var table = DomainTable<PartitionRule<Value>>()
  private var byName: [String: PartitionRule<Value>] = [:]

  init(_ grouping: DomainGrouping, _ rules: [PartitionRule<Value>]) {
    self.grouping = grouping
    for rule in rules {
      _ = table.insert(rule, for: rule.pattern)
      byName[rule.pattern.description] = rule
    }
  }

  /// The rules in force, one a pattern.
  var rules: [PartitionRule<Value>] { Array(byName.values) }

  /// Where the keys of a domain go; keys without one go to the partition with the empty name.
  ///
  /// A group is one partition, made by the rule for its name. A rule that is for the host, but not for
  /// its whole group, gives a partition apart, named by its pattern: names with stars are no domains, and
  /// of an exact one it is the only owner.
  func place(ofDomain domain: String?) -> Place {
    guard let domain else { return Place(name: "", rule: nil) }
    let group = grouping.name(of: domain)
    if let rule = table.match(domain), !rule.pattern.matches(group) || rule.isOneForAll {
      return Place(name: rule.pattern.description, rule: rule)
    }
    let rule = table.match(group)
    return Place(
      name: rule?.isOneForAll == true ? rule?.pattern.description ?? group : group, rule: rule)
  }

  /// The place of a partition by its name.
  func place(named name: String) -> Place {
    Place(name: name, rule: name.isEmpty ? nil : byName[name] ?? table.match(name))
  }

  /// Whether a partition holds nothing but what belongs to this domain.
  func isExclusive(_ place: Place, to domain: String) -> Bool {
    grouping.isByHost && place.rule?.isOneForAll != true && place.name == domain
  }
}

extension PartitionRule {
  /// Whether all its domains share one manager.
  var isOneForAll: Bool {
    if case .manager = source { true } else { false }
  }
}
