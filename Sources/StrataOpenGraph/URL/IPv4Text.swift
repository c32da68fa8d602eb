/// The standard's IPv4 parser: numbers in decimal, octal or hexadecimal, one to four of them.
enum IPv4Text {
  /// What a host turns out to be.
  enum Outcome: Equatable {
    /// An address, in its usual form.
    case address(String)
    /// It ends in a number, but is no address: the URL is refused.
    case invalid
    /// A name.
    case name
  }

  static func parse(_ host: [UInt8]) -> Outcome {
    var parts = host.split(separator: 0x2E, omittingEmptySubsequences: false)
    if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
    guard let last = parts.last, looksNumeric(last) else { return .name }
    guard parts.count <= 4 else { return .invalid }
    var numbers: [UInt64] = []
    for part in parts {
      guard let number = number(part) else { return .invalid }
      numbers.append(number)
    }
    guard numbers.dropLast().allSatisfy({ $0 <= 255 }) else { return .invalid }
    // The last number fills all the bytes that the others leave.
    let lastNumber = numbers[numbers.count - 1]
    guard lastNumber < UInt64(1) << UInt64(8 * (5 - numbers.count)) else { return .invalid }
    var address = lastNumber
    for (index, number) in numbers.dropLast().enumerated() {
      address |= number << UInt64(8 * (3 - index))
    }
    let bytes = [24, 16, 8, 0].map { String(address >> $0 & 255) }
    return .address(bytes.joined(separator: "."))
  }

  private static func looksNumeric(_ part: ArraySlice<UInt8>) -> Bool {
    if !part.isEmpty, part.allSatisfy(\.isASCIIDigit) { return true }
    return number(part) != nil
  }

  private static func number(_ part: ArraySlice<UInt8>) -> UInt64? {
    if part.isEmpty { return nil }
    var digits = part
    var radix: UInt64 = 10
    if digits.count >= 2, digits.first == 0x30 {
      if digits[digits.startIndex + 1] | 0x20 == 0x78 {
        digits = digits.dropFirst(2)
        radix = 16
      } else {
        digits = digits.dropFirst()
        radix = 8
      }
    }
    var value: UInt64 = 0
    for digit in digits {
      guard let next = WebURL.hexValue(digit), next < radix else { return nil }
      value = min(value * radix + UInt64(next), 1 << 40)  // far beyond any address is enough
    }
    return value
  }
}
