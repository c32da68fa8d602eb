/// A range of addresses that share a prefix, written as `10.0.0.0/8` or `2001:db8::/32` (CIDR).
public struct IPNetwork: Sendable, Hashable {
  /// The first address of the range.
  public let address: IPAddress

  /// How many leading bits an address must share: 0 to 32, or to 128.
  public let prefixLength: Int

  private let mask: UInt128

  /// The network of that prefix around an address; bits beyond the prefix are dropped. Nil when the
  /// prefix is longer than the address, or negative.
  public init?(_ address: IPAddress, prefixLength: Int) {
    guard (0...address.width).contains(prefixLength) else { return nil }
    mask = prefixLength == 0 ? 0 : UInt128.max << (128 - prefixLength)
    self.address = IPAddress(bits: address.bits & mask, isIPv4: address.isIPv4)
    self.prefixLength = prefixLength
  }

  /// Parses `10.0.0.0/8`; an address alone is a network of one. Nil when it is neither.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let address = IPAddress(String(parts[0])) else { return nil }
    guard parts.count == 2 else {
      self.init(address, prefixLength: address.width)
      return
    }
    guard !parts[1].isEmpty, parts[1].utf8.allSatisfy(\.isASCIIDigit), let length = Int(parts[1])
    else { return nil }
    self.init(address, prefixLength: length)
  }

  /// Whether the address lies in the range. An IPv4 network never contains an IPv6 address, not
  /// even one that maps an IPv4 address of the range.
  public func contains(_ candidate: IPAddress) -> Bool {
    candidate.isIPv4 == address.isIPv4 && candidate.bits & mask == address.bits
  }
}

extension IPNetwork: CustomStringConvertible {
  /// `10.0.0.0/8`.
  public var description: String { "\(address)/\(prefixLength)" }
}
