/// The standard's IPv6 parser and serializer.
enum IPv6Text {
  /// The address in its shortest form, without brackets, or `nil` when `text` is none.
  static func parse(_ text: ArraySlice<UInt8>) -> String? {
    pieces(text).map(serialize)
  }

  private static func pieces(_ text: ArraySlice<UInt8>) -> [UInt16]? {
    var pieces: [UInt16] = []
    var compress: Int?
    var rest = text
    if rest.first == 0x3A {
      guard rest.dropFirst().first == 0x3A else { return nil }
      rest = rest.dropFirst(2)
      compress = 0
    }
    while !rest.isEmpty {
      if pieces.count == 8 { return nil }
      if rest.first == 0x3A {
        if compress != nil { return nil }
        rest = rest.dropFirst()
        compress = pieces.count
        continue
      }
      var value: UInt16 = 0
      var length = 0
      let start = rest
      while length < 4, let digit = rest.first.flatMap(WebURL.hexValue) {
        value = value << 4 | UInt16(digit)
        rest = rest.dropFirst()
        length += 1
      }
      if rest.first == 0x2E {
        guard length > 0, pieces.count <= 6, let (high, low) = embeddedIPv4(start) else {
          return nil
        }
        pieces += [high, low]
        rest = []
        break
      }
      if rest.first == 0x3A {
        rest = rest.dropFirst()
        if rest.isEmpty { return nil }
      } else if !rest.isEmpty {
        return nil
      }
      pieces.append(value)
    }
    if let compress {
      if pieces.count == 8 { return nil }
      let zeros = Array(repeating: UInt16(0), count: 8 - pieces.count)
      pieces.insert(contentsOf: zeros, at: compress)
    }
    return pieces.count == 8 ? pieces : nil
  }

  private static func embeddedIPv4(_ text: ArraySlice<UInt8>) -> (UInt16, UInt16)? {
    let parts = text.split(separator: 0x2E, omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var bytes: [UInt16] = []
    for part in parts {
      guard (1...3).contains(part.count), part.allSatisfy(\.isASCIIDigit),
        part.count == 1 || part.first != 0x30,
        let value = UInt16(String(decoding: part, as: UTF8.self)), value <= 255
      else { return nil }
      bytes.append(value)
    }
    return (bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3])
  }

  private static func serialize(_ pieces: [UInt16]) -> String {
    // The first of the longest runs of two or more zeros is written "::".
    var best = 0..<0
    var start = 0
    while start < 8 {
      var end = start
      while end < 8, pieces[end] == 0 { end += 1 }
      if end - start > max(1, best.count) { best = start..<end }
      start = max(end, start + 1)
    }
    let hex: (ArraySlice<UInt16>) -> String = { part in
      part.map { String($0, radix: 16) }.joined(separator: ":")
    }
    if best.isEmpty { return hex(pieces[...]) }
    return hex(pieces[..<best.lowerBound]) + "::" + hex(pieces[best.upperBound...])
  }
}
