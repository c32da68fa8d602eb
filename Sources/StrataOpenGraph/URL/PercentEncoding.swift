/// A percent-encode set of the URL Standard: the bytes that a part of a URL can't hold as they are.
/// Escapes that are there already are never touched, decoded or doubled.
struct PercentEncoding: Sendable {
  // A bit for each byte below 0x80; the others are always encoded.
  private let low: UInt64
  private let high: UInt64

  private init(_ characters: String) {
    var (low, high) = (UInt64(0xFFFF_FFFF), UInt64(1) << 63)  // C0 controls and DEL
    for byte in characters.utf8 {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }
    self.low = low
    self.high = high
  }

  static let fragment = PercentEncoding(" \"<>`")
  /// The set for queries of special schemes.
  static let query = PercentEncoding(" \"#<>'")
  static let path = PercentEncoding(" \"#<>?^`{}")
  static let userInfo = PercentEncoding(" \"#<>?^`{}/:;=@[\\]|")

  func encode(_ bytes: ArraySlice<UInt8>) -> String {
    if !bytes.contains(where: encodes) { return String(decoding: bytes, as: UTF8.self) }
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      if encodes(byte) {
        result += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private func encodes(_ byte: UInt8) -> Bool {
    if byte < 64 { return low >> UInt64(byte) & 1 == 1 }
    return byte >= 0x80 || high >> UInt64(byte - 64) & 1 == 1
  }
}
