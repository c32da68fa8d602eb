import CStrataWeb

/// An IPv4 or IPv6 address.
public struct IPAddress: Sendable, Hashable {
  /// The address in the high-order bits of 128, so that prefixes of both families compare alike.
  let bits: UInt128

  /// Whether it is an IPv4 address; a mapped IPv6 address (`::ffff:a.b.c.d`) is not.
  public let isIPv4: Bool

  init(bits: UInt128, isIPv4: Bool) {
    self.bits = bits
    self.isIPv4 = isIPv4
  }

  /// An address from its 4 or 16 bytes in network order; nil for any other count.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    let number = bytes.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
    self.init(bits: bytes.count == 4 ? number << 96 : number, isIPv4: bytes.count == 4)
  }

  /// Parses `192.0.2.1` or `2001:db8::1`; nil for anything else, such as octal or short forms.
  public init?(_ text: String) {
    let bytes = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16) { room -> [UInt8] in
      let count = strata_http_parse_address(text, room.baseAddress)
      return Array(room.prefix(count))
    }
    self.init(bytes: bytes)
  }

  /// The bytes in network order: 4 or 16.
  public var bytes: [UInt8] {
    (0..<(isIPv4 ? 4 : 16)).map { UInt8(truncatingIfNeeded: bits >> (120 - 8 * $0)) }
  }

  /// How many bits the address has: 32 or 128.
  var width: Int { isIPv4 ? 32 : 128 }
}

extension IPAddress: CustomStringConvertible {
  /// `192.0.2.1`; for IPv6 the form of RFC 5952, except that no IPv4 part is written with dots.
  public var description: String {
    if isIPv4 { return bytes.map { String($0) }.joined(separator: ".") }
    let groups = (0..<8).map { UInt16(truncatingIfNeeded: bits >> (112 - 16 * $0)) }
    let hex = { (part: ArraySlice<UInt16>) in
      part.map { String($0, radix: 16) }.joined(separator: ":")
    }
    guard let zeros = Self.longestZeros(groups) else { return hex(groups[...]) }
    return hex(groups[..<zeros.lowerBound]) + "::" + hex(groups[zeros.upperBound...])
  }

  private static func longestZeros(_ groups: [UInt16]) -> Range<Int>? {
    var longest = 0..<0
    var start = 0
    for index in 0...groups.count where index == groups.count || groups[index] != 0 {
      if index - start > longest.count { longest = start..<index }
      start = index + 1
    }
    return longest.count >= 2 ? longest : nil
  }
}
