/// A path pattern of robots.txt: a prefix, with `*` for anything and a final `$` for the end.
struct RobotsPattern: Sendable, Equatable {
  private let pieces: [[UInt8]]
  private let isAnchored: Bool
  /// The octets of the pattern, by which the most specific rule is found.
  let length: Int

  init(_ text: String) {
    var bytes = Array(text.utf8)
    isAnchored = bytes.last == UInt8(ascii: "$")
    if isAnchored { bytes.removeLast() }
    pieces = bytes.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
      .map { Self.normalised(Array($0)) }
    length = text.utf8.count
  }

  /// Whether the pattern matches a normalised path. Each comparison of a byte takes one of `steps`;
  /// the result is of no use when they have run out.
  func matches(_ path: [UInt8], steps: inout Int) -> Bool {
    guard Self.has(pieces[0], in: path, at: 0, steps: &steps) else { return false }
    var position = pieces[0].count
    for (index, piece) in pieces.enumerated().dropFirst() {
      if isAnchored, index == pieces.count - 1 {
        let start = path.count - piece.count
        return start >= position && Self.has(piece, in: path, at: start, steps: &steps)
      }
      // The earliest place is as good as any: what follows can only gain by it.
      while !Self.has(piece, in: path, at: position, steps: &steps) {
        position += 1
        if position + piece.count > path.count || steps <= 0 { return false }
      }
      position += piece.count
    }
    return pieces.count > 1 || !isAnchored || position == path.count
  }

  private static func has(
    _ piece: [UInt8], in path: [UInt8], at position: Int, steps: inout Int
  ) -> Bool {
    steps -= 1
    guard position + piece.count <= path.count else { return false }
    for (offset, byte) in piece.enumerated() {
      steps -= 1
      if path[position + offset] != byte { return false }
    }
    return true
  }

  /// One spelling for all that mean the same: bytes beyond ASCII encoded, unreserved ones not, hex
  /// digits in upper case (RFC 9309, section 2.2.2).
  static func normalised(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      var byte = bytes[index]
      var isEncoded = false
      if byte == UInt8(ascii: "%"), index + 2 < bytes.count, let high = hex(bytes[index + 1]),
        let low = hex(bytes[index + 2])
      {
        byte = high << 4 | low
        isEncoded = true
        index += 2
      }
      index += 1
      if byte < 0x80, !isEncoded || isUnreserved(byte) {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
      }
    }
    return result
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    let lower = byte.lowercasedASCII
    return (lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")) || byte.isASCIIDigit
      || "-._~".utf8.contains(byte)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  private static func hex(_ byte: UInt8) -> UInt8? {
    switch byte.lowercasedASCII {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte.lowercasedASCII - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
