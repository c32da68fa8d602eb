/// Gzip streams made by hand, to the harm of those who decode them.
enum Gzip {
  static let header: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]

  /// A proper stream, stored without compression.
  static func stored(_ body: [UInt8]) -> [UInt8] {
    precondition(body.count < 65_536)
    let count = UInt16(body.count)
    let sum = crc32(body)
    return header + [1] + little(UInt32(count)).prefix(2) + little(UInt32(~count)).prefix(2) + body
      + little(sum) + little(UInt32(body.count))
  }

  /// The begin of a stream that decodes to about 150 times its size in the same character, without
  /// end.
  static func bomb(bytes count: Int, of character: UInt8) -> [UInt8] {
    var bits = Bits()
    bits.append(0b011, count: 3)  // the last block, fixed codes
    bits.appendCode(0x30 + UInt32(character), count: 8)
    while bits.bytes.count < count {
      bits.appendCode(0b1100_0101, count: 8)  // 258 bytes …
      bits.appendCode(0, count: 5)  // … from one back
    }
    return header + bits.bytes
  }

  /// An empty block after which another follows.
  static let emptyBlock: [UInt8] = [0, 0, 0, 0xff, 0xff]

  private struct Bits {
    var bytes: [UInt8] = []
    private var pending: UInt32 = 0
    private var pendingCount: UInt32 = 0

    mutating func append(_ value: UInt32, count: UInt32) {
      pending |= value << pendingCount
      pendingCount += count
      while pendingCount >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: pending))
        pending >>= 8
        pendingCount -= 8
      }
    }

    // Codes are packed from their highest bit.
    mutating func appendCode(_ code: UInt32, count: UInt32) {
      for bit in (0..<count).reversed() { append(code >> bit & 1, count: 1) }
    }
  }

  private static func little(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = .max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
    }
    return ~sum
  }
}
