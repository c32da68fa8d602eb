/// A range of addresses at which no public web page lives.
public struct SpecialNetwork: Sendable, Hashable {
  /// The range.
  public let network: IPNetwork
  /// What it is for, in IANA's words where IANA lists it.
  public let name: String
  /// Where that is laid down.
  public let source: String

  /// The most specific special range that holds the address; nil when it is a public address.
  ///
  /// In IPv6 only `2000::/3` is in public use, so that everything else is special, listed or not.
  /// The one exception is `64:ff9b::/96`, by which networks that speak only IPv6 reach the IPv4
  /// internet: such an address is judged by the IPv4 address inside it.
  public static func containing(_ address: IPAddress) -> SpecialNetwork? {
    if nat64.contains(address) {
      let inner = IPAddress(bits: address.bits << 96, isIPv4: true)
      return containing(inner)
    }
    return all.filter { $0.network.contains(address) }
      .max { $0.network.prefixLength < $1.network.prefixLength }
      ?? (address.isIPv4 || globalUnicast.contains(address) ? nil : reserved)
  }

  private static let nat64 = IPNetwork("64:ff9b::/96")!
  private static let globalUnicast = IPNetwork("2000::/3")!
  private static let reserved = entry("::/0", "Reserved by IETF", "RFC 4291")

  static func entry(_ network: String, _ name: String, _ source: String) -> SpecialNetwork {
    guard let network = IPNetwork(network) else {
      preconditionFailure("\(network) in the table of special networks is no network")
    }
    return SpecialNetwork(network: network, name: name, source: source)
  }
}

extension SpecialNetwork: CustomStringConvertible {
  /// `10.0.0.0/8 Private-Use (RFC 1918)`.
  public var description: String { "\(network) \(name) (\(source))" }
}
