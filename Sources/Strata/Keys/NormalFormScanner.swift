/// Tells whether a URL is in normal form already, in one pass over its bytes.
///
/// It may say no where the answer is yes (an address in digits, a port): the slow way then finds the same
/// text. It never says yes where the slow way would change something.
enum NormalFormScanner {
  /// What a byte may be part of.
  private static let host: UInt8 = 1
  private static let path: UInt8 = 2
  private static let query: UInt8 = 4

  private static let classes: [UInt8] = (0..<256).map { byte in
    var kind: UInt8 = 0
    switch UInt8(byte) {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"):
      kind = host | path | query
    case UInt8(ascii: "."): kind = host | query  // in a path it may begin a dot segment
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): kind = path | query
    default:
      if PercentEncoding.isAllowedInPath(UInt8(byte)) { kind |= path }
      if PercentEncoding.isAllowedInQuery(UInt8(byte)) { kind |= query }
      // Looked at one by one: a slash may be followed by a dot segment, an escape may be in lower case.
      if byte == UInt8(ascii: "/") { kind &= ~path }
      if byte == UInt8(ascii: "%") { kind = 0 }
    }
    return kind
  }

  /// The UTF-8 range of the host if the text is in normal form, else nil.
  static func hostIfNormal(_ text: String) -> Range<Int>? {
    let found = text.utf8.withContiguousStorageIfAvailable { bytes in
      classes.withUnsafeBufferPointer { scan(bytes, $0) }
    }
    return found ?? nil
  }

  private static func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, _ classes: UnsafeBufferPointer<UInt8>
  ) -> Range<Int>? {
    let count = bytes.count
    guard count > 9, count <= URLNormalization.lengthLimit,
      let start = schemeEnd(UnsafeRawBufferPointer(bytes))
    else { return nil }
    var index = start
    var previous = UInt8(ascii: ".")
    var lastLabelHasLetter = false
    while index < count, classes[Int(bytes[index])] & host != 0 {
      let byte = bytes[index]
      if byte == UInt8(ascii: ".") {
        if previous == byte { return nil }
        lastLabelHasLetter = false
      } else if byte >= UInt8(ascii: "a") {
        lastLabelHasLetter = true
      }
      previous = byte
      index &+= 1
    }
    let end = index
    // A last label without a letter may be an address, which has many spellings; so may one in
    // hexadecimal. International labels (xn--) are checked by the slow way.
    guard end > start, end < count, bytes[end] == UInt8(ascii: "/"), lastLabelHasLetter,
      previous != UInt8(ascii: "."), !hasSpecialLabel(bytes, start..<end)
    else { return nil }
    while index < count {
      let byte = bytes[index]
      if classes[Int(byte)] & path == 0 {
        switch byte {
        case UInt8(ascii: "/"):
          if index &+ 1 < count, bytes[index &+ 1] == UInt8(ascii: ".") { return nil }
        case UInt8(ascii: "."): break  // inside of a segment; one that begins it was caught above
        case UInt8(ascii: "%"):
          guard isNormalEscape(bytes, index) else { return nil }
          // %2e may be a dot segment.
          if bytes[index &+ 1] == UInt8(ascii: "2"), bytes[index &+ 2] == UInt8(ascii: "E") {
            return nil
          }
        case UInt8(ascii: "?"):
          return isNormalQuery(bytes, from: index &+ 1, classes) ? start..<end : nil
        default: return nil
        }
      }
      index &+= 1
    }
    return start..<end
  }

  private static func isNormalQuery(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ classes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if classes[Int(byte)] & query == 0 {
        guard byte == UInt8(ascii: "%"), isNormalEscape(bytes, index) else { return false }
      }
      index &+= 1
    }
    return true
  }

  /// Whether an escape is whole and in upper case.
  private static func isNormalEscape(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    guard index &+ 2 < bytes.count else { return false }
    return isUpperHex(bytes[index &+ 1]) && isUpperHex(bytes[index &+ 2])
  }

  private static func isUpperHex(_ byte: UInt8) -> Bool {
    (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
      || (byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "F"))
  }

  /// Where the host begins: after `https://` or `http://` in lower case.
  private static func schemeEnd(_ bytes: UnsafeRawBufferPointer) -> Int? {
    let word = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    if word == 0x2F2F_3A73_7074_7468 { return 8 }  // "https://", first byte lowest
    if word & 0x00FF_FFFF_FFFF_FFFF == 0x002F_2F3A_7074_7468 { return 7 }  // "http://"
    return nil
  }

  /// Whether a label begins with `xn--`, or the last one with `0x`.
  private static func hasSpecialLabel(
    _ bytes: UnsafeBufferPointer<UInt8>, _ host: Range<Int>
  ) -> Bool {
    var index = host.lowerBound
    var isLabelStart = true
    while index < host.upperBound {
      if isLabelStart, index &+ 1 < host.upperBound {
        let second = bytes[index &+ 1]
        if bytes[index] == UInt8(ascii: "x"), second == UInt8(ascii: "n") { return true }
        if bytes[index] == UInt8(ascii: "0"), second == UInt8(ascii: "x") { return true }
      }
      isLabelStart = bytes[index] == UInt8(ascii: ".")
      index &+= 1
    }
    return false
  }
}
