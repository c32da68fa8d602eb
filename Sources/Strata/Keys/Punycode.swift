/// International host names in their ASCII form (RFC 3492, and the part of UTS 46 that needs no tables).
///
/// Letters are put in lower case, full-width forms and ideographic full stops in their ASCII form. A name
/// spelt with combining marks where a composed letter exists keeps them: it is another key.
enum Punycode {
  /// The host with each international label encoded; nil when a label can't be.
  static func asciiHost(_ host: String) -> String? {
    if host.utf8.allSatisfy({ $0 < 0x80 }) {
      return host.lowercased()
    }
    var mapped = String.UnicodeScalarView()
    for scalar in host.unicodeScalars {
      switch scalar.value {
      case 0x3002, 0xFF0E, 0xFF61: mapped.append(".")
      case 0xFF01...0xFF5E:
        guard let narrow = Unicode.Scalar(scalar.value - 0xFEE0) else { return nil }
        mapped.append(contentsOf: narrow.properties.lowercaseMapping.unicodeScalars)
      case 0xAD, 0x200B, 0x2060, 0xFEFF, 0xFE00...0xFE0F: break  // ignored by the standard
      default: mapped.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      }
    }
    var labels: [String] = []
    for label in String(mapped).split(separator: ".", omittingEmptySubsequences: false) {
      if label.utf8.allSatisfy({ $0 < 0x80 }) {
        labels.append(String(label))
      } else {
        guard let encoded = encode(label.unicodeScalars) else { return nil }
        labels.append("xn--\(encoded)")
      }
    }
    return labels.joined(separator: ".")
  }

  // RFC 3492, section 5: the parameters for international host names.
  private static let base = 36
  private static let tMin = 1
  private static let tMax = 26

  /// RFC 3492, section 6.3.
  static func encode(_ label: Substring.UnicodeScalarView) -> String? {
    let input = label.map { Int($0.value) }
    guard input.count <= 256 else { return nil }
    var output = input.filter { $0 < 0x80 }.map { UInt8($0) }
    let basicCount = output.count
    var handled = basicCount
    if basicCount > 0 { output.append(UInt8(ascii: "-")) }
    var code = 0x80
    var delta = 0
    var bias = 72
    while handled < input.count {
      guard let next = input.filter({ $0 >= code }).min() else { return nil }
      delta += (next - code) * (handled + 1)
      code = next
      for value in input {
        if value < code { delta += 1 }
        guard value == code else { continue }
        var rest = delta
        var position = base
        while true {
          let threshold = Swift.min(Swift.max(position - bias, tMin), tMax)
          if rest < threshold { break }
          output.append(digit(threshold + (rest - threshold) % (base - threshold)))
          rest = (rest - threshold) / (base - threshold)
          position += base
        }
        output.append(digit(rest))
        bias = adapted(delta, handled + 1, isFirst: handled == basicCount)
        delta = 0
        handled += 1
      }
      delta += 1
      code += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// RFC 3492, section 6.1.
  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var steps = 0
    while delta > (base - tMin) * tMax / 2 {
      delta /= base - tMin
      steps += base
    }
    return steps + (base - tMin + 1) * delta / (delta + 38)
  }

  private static func digit(_ value: Int) -> UInt8 {
    value < 26 ? UInt8(ascii: "a") + UInt8(value) : UInt8(ascii: "0") + UInt8(value - 26)
  }
}
