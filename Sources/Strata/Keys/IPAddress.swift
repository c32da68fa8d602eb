/// An IPv4 address as the URL Standard reads it: one to four numbers, decimal, octal or hexadecimal, the
/// last of which fills what is left.
struct IPv4Address: CustomStringConvertible {
  let value: UInt32

  init?(_ parts: ArraySlice<Substring>) {
    guard parts.count <= 4 else { return nil }
    var numbers: [UInt64] = []
    for part in parts {
      guard let number = Self.number(part) else { return nil }
      numbers.append(number)
    }
    guard let last = numbers.popLast(), numbers.allSatisfy({ $0 <= 255 }),
      last < UInt64(1) << UInt64(8 * (4 - numbers.count))
    else { return nil }
    var value = last
    for (index, number) in numbers.enumerated() { value += number << UInt64(8 * (3 - index)) }
    self.value = UInt32(value)
  }

  var description: String {
    "\(value >> 24).\(value >> 16 & 255).\(value >> 8 & 255).\(value & 255)"
  }

  /// A number as an address may spell it, the greatest there is for one that is too large; nil when the
  /// text is none.
  static func number(_ text: Substring) -> UInt64? {
    if text.isEmpty { return nil }
    if text.hasPrefix("0x") {
      let digits = text.dropFirst(2)
      guard digits.utf8.allSatisfy({ PercentEncoding.hexValue($0) != nil }) else { return nil }
      return digits.isEmpty ? 0 : UInt64(digits, radix: 16) ?? .max
    }
    guard text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    guard text.utf8.count > 1, text.utf8.first == 0x30 else { return UInt64(text) ?? .max }
    guard text.utf8.allSatisfy({ $0 <= 0x37 }) else { return nil }
    return UInt64(text, radix: 8) ?? .max
  }
}

/// An IPv6 address, and its canonical text (RFC 5952).
struct IPv6Address: CustomStringConvertible {
  let pieces: [UInt16]

  init?(_ text: Substring) {
    let halves = text.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
    guard let head = Self.pieces(halves[0], endsAddress: halves.count == 1) else { return nil }
    if halves.count == 1 {
      guard head.count == 8 else { return nil }
      pieces = head
    } else {
      guard let tail = Self.pieces(halves[1], endsAddress: true), head.count + tail.count < 8 else {
        return nil
      }
      pieces = head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail
    }
  }

  /// The pieces between colons; the last may be an IPv4 address in four decimal numbers.
  private static func pieces(_ text: Substring, endsAddress: Bool) -> [UInt16]? {
    if text.isEmpty { return [] }
    var pieces: [UInt16] = []
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if part.contains(".") {
        let numbers = part.split(separator: ".", omittingEmptySubsequences: false)
        guard endsAddress, index == parts.count - 1, numbers.count == 4,
          numbers.allSatisfy({ isDecimal($0) }), let address = IPv4Address(numbers[...])
        else { return nil }
        pieces += [UInt16(address.value >> 16), UInt16(truncatingIfNeeded: address.value)]
      } else {
        guard part.utf8.count <= 4,
          part.utf8.allSatisfy({ PercentEncoding.hexValue($0) != nil }),
          let piece = UInt16(part, radix: 16)
        else { return nil }
        pieces.append(piece)
      }
    }
    return pieces.count <= 8 ? pieces : nil
  }

  /// Whether a text is a number from 0 to 255 without leading zeros, which some read as octal.
  private static func isDecimal(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } && UInt8(text) != nil
      && (text.utf8.count == 1 || text.utf8.first != 0x30)
  }

  var description: String {
    var longest = 0..<0
    var start = 0
    while start < 8 {
      var end = start
      while end < 8, pieces[end] == 0 { end += 1 }
      if end - start > Swift.max(longest.count, 1) { longest = start..<end }
      start = Swift.max(end, start + 1)
    }
    let text = { (range: Range<Int>) in
      pieces[range].map { String($0, radix: 16) }.joined(separator: ":")
    }
    return longest.isEmpty
      ? text(0..<8) : "\(text(0..<longest.lowerBound))::\(text(longest.upperBound..<8))"
  }
}
