/// Which hosts a loader may ask, by name. Addresses are the business of `AddressPolicy`.
public struct HostFilter: Sendable, Hashable {
  /// Every host.
  public static let all = HostFilter()

  /// The hosts that may be asked; nil: all but those denied. Default: nil.
  public var allowed: [HostPattern]?

  /// The hosts that may not be asked; they go before `allowed`. Default: none.
  public var denied: [HostPattern]

  /// A filter of two lists.
  public init(allowed: [HostPattern]? = nil, denied: [HostPattern] = []) {
    self.allowed = allowed
    self.denied = denied
  }

  /// Whether the host may be asked.
  public func allows(_ host: String) -> Bool {
    if denied.contains(where: { $0.matches(host) }) { return false }
    return allowed?.contains { $0.matches(host) } ?? true
  }
}
