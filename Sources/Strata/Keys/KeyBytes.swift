/// Work on the UTF-8 bytes of keys, eight at a time.
enum KeyBytes {
  /// Whether two runs of bytes of the same length are the same.
  @inline(__always)
  static func areEqual(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, count: Int) -> Bool {
    guard count >= 8 else {
      for offset in 0..<count
      where one.load(fromByteOffset: offset, as: UInt8.self)
        != other.load(fromByteOffset: offset, as: UInt8.self)
      {
        return false
      }
      return true
    }
    // The last eight bytes overlap with those before.
    let last = count &- 8
    var difference = CacheKey.word(one, last) ^ CacheKey.word(other, last)
    var offset = 0
    while offset &+ 16 <= last {
      difference |= CacheKey.word(one, offset) ^ CacheKey.word(other, offset)
      difference |= CacheKey.word(one, offset &+ 8) ^ CacheKey.word(other, offset &+ 8)
      if difference != 0 { return false }
      offset &+= 16
    }
    while offset < last {
      difference |= CacheKey.word(one, offset) ^ CacheKey.word(other, offset)
      offset &+= 8
    }
    return difference == 0
  }
}
