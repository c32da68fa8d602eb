/// Punycode (RFC 3492), for the one kind of host name that libidn2 refuses and browsers take: names with
/// symbols and emoji, which IDNA 2008 has no place for.
enum Punycode {
  /// The ASCII form of a name whose labels hold letters, digits, hyphens and symbols; else `nil`.
  static func symbolName(_ name: String) -> String? {
    var labels: [String] = []
    for label in name.lowercased().split(separator: ".", omittingEmptySubsequences: false) {
      if label.utf8.allSatisfy({ $0 < 0x80 }) {
        labels.append(String(label))
        continue
      }
      let scalars = Array(label.unicodeScalars.filter { $0.value != 0xFE0F })
      guard scalars.allSatisfy(isAllowed), let encoded = encode(scalars.map(\.value)) else {
        return nil
      }
      labels.append("xn--" + encoded)
    }
    return labels.joined(separator: ".")
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .otherSymbol, .mathSymbol, .modifierSymbol, .lowercaseLetter, .otherLetter,
      .decimalNumber:
      true
    default: scalar == "-"
    }
  }

  static func encode(_ input: [UInt32]) -> String? {
    var output = String(
      String.UnicodeScalarView(input.filter { $0 < 0x80 }.compactMap(Unicode.Scalar.init)))
    let basic = output.utf8.count
    var handled = basic
    if basic > 0 { output += "-" }
    var (code, delta, bias) = (UInt32(0x80), UInt32(0), UInt32(72))
    while handled < input.count {
      guard let next = input.filter({ $0 >= code }).min() else { return nil }
      let (step, overflow) = (next - code).multipliedReportingOverflow(by: UInt32(handled + 1))
      guard !overflow, delta <= UInt32.max - step else { return nil }
      delta += step
      code = next
      for scalar in input {
        if scalar < code { delta += 1 }
        guard scalar == code else { continue }
        var rest = delta
        var place = UInt32(36)
        while true {
          let threshold = place <= bias ? 1 : min(place - bias, 26)
          if rest < threshold { break }
          output.unicodeScalars.append(digit(threshold + (rest - threshold) % (36 - threshold)))
          rest = (rest - threshold) / (36 - threshold)
          place += 36
        }
        output.unicodeScalars.append(digit(rest))
        bias = adapt(delta, count: UInt32(handled + 1), isFirst: handled == basic)
        delta = 0
        handled += 1
      }
      delta += 1
      code += 1
    }
    return output
  }

  private static func digit(_ value: UInt32) -> Unicode.Scalar {
    Unicode.Scalar(UInt8(value < 26 ? value + 0x61 : value - 26 + 0x30))
  }

  private static func adapt(_ delta: UInt32, count: UInt32, isFirst: Bool) -> UInt32 {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var base: UInt32 = 0
    while delta > 455 {
      delta /= 35
      base += 36
    }
    return base + 36 * delta / (delta + 38)
  }
}
