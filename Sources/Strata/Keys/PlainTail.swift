/// Tells whether the rest of a URL after its host is made of the plainest bytes, eight at a time and without a
/// branch for any of them: nearly all URLs are.
enum PlainTail {
  /// Whether all bytes from `start` on are letters, digits or of `-._/?=&`, and no dot follows a slash.
  ///
  /// Such a rest is in normal form wherever its query begins. A no means nothing. The byte before `start`
  /// must be of the text, and the eight before the end of its host or rest.
  @inline(__always)
  static func isPlain(_ base: UnsafeRawPointer, from start: Int, to end: Int) -> Bool {
    var found: UInt64 = 0
    let last = end &- 8
    var offset = start
    while offset < last {
      found |= oddities(base + offset)
      offset &+= 8
    }
    // The last eight, overlapping with those before.
    found |= oddities(base + last)
    return found & ByteClasses.highBits == 0
  }

  /// A word in which the high bit of a byte is set where there is something else. Its other bits mean
  /// nothing, which spares an operation in each step.
  @inline(__always)
  private static func oddities(_ place: UnsafeRawPointer) -> UInt64 {
    let word = CacheKey.word(place, 0)
    let before = CacheKey.word(place, -1)
    let lower = word | every(0x20)
    let letters =
      (lower &+ every(0x80 - UInt8(ascii: "a"))) & ~(lower &+ every(0x7F - UInt8(ascii: "z")))
    let marks =  // -./0123456789
      (word &+ every(0x80 - UInt8(ascii: "-"))) & ~(word &+ every(0x7F - UInt8(ascii: "9")))
    // The high bit of a seven-bit byte plus 0x7F is clear for zero alone.
    let notQuery = ((word & every(0xFD)) ^ every(UInt8(ascii: "="))) &+ every(0x7F)  // = and ?
    let notAnd = (word ^ every(UInt8(ascii: "&"))) &+ every(0x7F)
    let notLine = (word ^ every(UInt8(ascii: "_"))) &+ every(0x7F)
    let noDotSegment =
      ((before ^ every(UInt8(ascii: "/"))) | (word ^ every(UInt8(ascii: ".")))) &+ every(0x7F)
    return ~(letters | marks | ~(notQuery & notAnd & notLine)) | ~noDotSegment | word
  }

  @inline(__always)
  private static func every(_ byte: UInt8) -> UInt64 { ByteClasses.ones &* UInt64(byte) }
}
