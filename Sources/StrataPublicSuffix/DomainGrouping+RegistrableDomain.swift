public import Strata

extension DomainGrouping {
  /// All hosts of one registrable domain, by the Public Suffix List, share a partition.
  public static var registrableDomain: DomainGrouping {
    .registrableDomain(by: RegistrableDomain.of)
  }
}
