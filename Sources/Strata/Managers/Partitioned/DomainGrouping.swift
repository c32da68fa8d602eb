/// Which domains share a partition.
///
/// ```swift
/// import StrataPublicSuffix
/// let grouping = DomainGrouping.registrableDomain(by: RegistrableDomain.of)   // example.co.uk
/// ```
public struct DomainGrouping: Sendable {
  private let group: (@Sendable (String) -> String?)?

  /// Each host has its own partition: `www.example.com` and `example.com` are two.
  public static let host = DomainGrouping(group: nil)

  /// All hosts of one registrable domain share a partition.
  ///
  /// - Parameter domain: The registrable domain of a host in normal form; nil or empty where it has none,
  ///   which then is its own group. It must give the same answer each time, and is called outside of locks.
  public static func registrableDomain(
    by domain: @escaping @Sendable (String) -> String?
  ) -> DomainGrouping {
    DomainGrouping(group: domain)
  }

  /// Whether each host is its own group.
  var isByHost: Bool { group == nil }

  /// The group of a host.
  func name(of host: String) -> String {
    guard let found = group?(host), !found.isEmpty else { return host }
    return found
  }
}
