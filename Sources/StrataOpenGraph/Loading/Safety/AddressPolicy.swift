/// Which addresses a loader may connect to.
///
/// The loader asks it with the very address that the connection goes to, after the name look-up and
/// before the connection, at every redirect. So the spelling of the host does not matter, nor that a
/// name server gives another answer the second time (DNS rebinding).
///
/// ```swift
/// var policy = AddressPolicy.publicInternet
/// policy.allowed = [IPNetwork("10.20.0.0/16")!]   // our own wiki lives there
/// ```
public struct AddressPolicy: Sendable, Hashable {
  /// Only addresses of the public internet: everything in `SpecialNetwork` is refused.
  public static let publicInternet = AddressPolicy()

  /// The public internet and this machine itself. For tests and for a sample site on loopback;
  /// never for URLs that strangers name.
  public static let allowLoopback = AddressPolicy(
    allowed: [IPNetwork("127.0.0.0/8")!, IPNetwork("::1/128")!])

  /// Networks to connect to although they are special. Default: none.
  public var allowed: [IPNetwork]

  /// Networks never to connect to; they go before `allowed`. Default: none.
  public var denied: [IPNetwork]

  /// The public internet, with exceptions in both directions.
  public init(allowed: [IPNetwork] = [], denied: [IPNetwork] = []) {
    self.allowed = allowed
    self.denied = denied
  }

  /// The reason why the address may not be connected to; nil when it may.
  ///
  /// An IPv6 address that stands for an IPv4 address (mapped, or by the NAT64 prefix) is also denied
  /// where that IPv4 address is.
  public func refusal(of address: IPAddress) -> String? {
    for form in [address, address.embeddedIPv4].compactMap({ $0 }) {
      if let network = denied.first(where: { $0.contains(form) }) {
        return "\(network) denied by configuration"
      }
    }
    if allowed.contains(where: { $0.contains(address) }) { return nil }
    return SpecialNetwork.containing(address)?.description
  }
}

extension IPAddress {
  /// The IPv4 address that a mapped or NAT64 address leads to.
  fileprivate var embeddedIPv4: IPAddress? {
    let prefix = bits >> 32
    let isMapped = prefix == 0xffff
    let isNAT64 = prefix == 0x0064_ff9b << 64
    guard !isIPv4, isMapped || isNAT64 else { return nil }
    return IPAddress(bits: bits << 96, isIPv4: true)
  }
}
