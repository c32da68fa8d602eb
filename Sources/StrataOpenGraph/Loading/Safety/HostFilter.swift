public import Strata

/// Which hosts a loader may ask, by name. Addresses are the business of `AddressPolicy`.
///
/// ```swift
/// configuration.hosts.denied = [try DomainPattern("**.example.com")]
/// ```
public struct HostFilter: Sendable, Hashable {
  /// Every host.
  public static let all = HostFilter()

  /// The hosts that may be asked; nil: all but those denied. Default: nil.
  public var allowed: [DomainPattern]?

  /// The hosts that may not be asked; they go before `allowed`. Default: none.
  public var denied: [DomainPattern]

  /// A filter of two lists.
  public init(allowed: [DomainPattern]? = nil, denied: [DomainPattern] = []) {
    self.allowed = allowed
    self.denied = denied
  }

  /// Whether the host, in lower case and ASCII form, may be asked. A final dot does not matter.
  public func allows(_ host: String) -> Bool {
    let host = host.hasSuffix(".") ? String(host.dropLast()) : host
    if denied.contains(where: { $0.matches(host) }) { return false }
    return allowed?.contains { $0.matches(host) } ?? true
  }
}
