import CStrataWeb

extension WebURL {
  /// The standard's host parser, for special schemes.
  static func parseHost(_ text: ArraySlice<UInt8>) -> String? {
    if text.first == 0x5B {
      guard text.last == 0x5D, text.count >= 2 else { return nil }
      return IPv6Text.parse(text.dropFirst().dropLast()).map { "[" + $0 + "]" }
    }
    let decoded = percentDecoded(text)
    guard !decoded.isEmpty, let name = asciiName(decoded), !name.isEmpty else { return nil }
    guard !name.contains(where: isForbidden) else { return nil }
    switch IPv4Text.parse(name) {
    case .address(let address): return address
    case .invalid: return nil
    case .name: return String(decoding: name, as: UTF8.self)
    }
  }

  private static func percentDecoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    guard text.contains(0x25) else { return Array(text) }
    var result: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      if byte == 0x25, rest.count >= 2, let high = hexValue(rest[rest.startIndex]),
        let low = hexValue(rest[rest.startIndex + 1])
      {
        result.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return result
  }

  static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  /// The standard's "domain to ASCII".
  private static func asciiName(_ name: [UInt8]) -> [UInt8]? {
    if name.allSatisfy({ $0 < 0x80 }) { return name.map(\.asciiLowercased) }
    let text = String(decoding: name, as: UTF8.self)
    // No name is that long; and Punycode takes time with the square of the length.
    guard name.count <= 1024, !name.contains(0), !text.contains("\u{FFFD}") else { return nil }
    let converted = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) {
      buffer -> [UInt8]? in
      let length = strata_idn_to_ascii(text, buffer.baseAddress, buffer.count)
      return length < 0 ? nil : buffer.prefix(length).map { UInt8(bitPattern: $0) }
    }
    return converted ?? Punycode.symbolName(text).map { Array($0.utf8) }
  }

  /// The standard's forbidden domain code points.
  private static func isForbidden(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x7F, 0x23, 0x25, 0x2F, 0x3A, 0x3C, 0x3E, 0x3F, 0x40, 0x5B, 0x5C, 0x5D, 0x5E,
      0x7C:
      true
    default: false
    }
  }
}
