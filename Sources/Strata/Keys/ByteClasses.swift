/// What eight bytes are, found at once: each answer has the high bit of every byte set for which it is yes,
/// and no other bit.
///
/// The bytes must be ASCII: the high bit of each must be clear.
struct ByteClasses {
  static let highBits: UInt64 = 0x8080_8080_8080_8080
  static let ones: UInt64 = 0x0101_0101_0101_0101

  let word: UInt64

  @inline(__always)
  init(_ word: UInt64) { self.word = word }

  /// Bytes from `low` to `high`. Sums of seven-bit bytes do not carry into their neighbours.
  @inline(__always)
  func within(_ low: UInt8, _ high: UInt8) -> UInt64 {
    let atLeast = word &+ Self.ones &* UInt64(0x80 &- low)
    let above = word &+ Self.ones &* UInt64(0x7F &- high)
    return atLeast & ~above & Self.highBits
  }

  @inline(__always)
  func equal(_ byte: UInt8) -> UInt64 {
    ~((word ^ (Self.ones &* UInt64(byte))) &+ (Self.ones &* 0x7F)) & Self.highBits
  }

  /// Letters of both cases: 0x20 apart, and nothing else is brought among them.
  @inline(__always)
  var letters: UInt64 {
    ByteClasses(word | (Self.ones &* 0x20)).within(UInt8(ascii: "a"), UInt8(ascii: "z"))
  }

  @inline(__always)
  var lowerLetters: UInt64 { within(UInt8(ascii: "a"), UInt8(ascii: "z")) }

  /// `-`, `.`, `/` and the digits stand beside each other.
  @inline(__always)
  var digitsAndMarks: UInt64 { within(UInt8(ascii: "-"), UInt8(ascii: "9")) }
}
