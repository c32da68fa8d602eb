extension CacheKey {
  /// Two random words, drawn once a process.
  static let seed: (UInt64, UInt64) = {
    var random = SystemRandomNumberGenerator()
    return (random.next(), random.next())
  }()

  /// The process's keyed hash of a text's UTF-8 bytes.
  static func hash(_ text: String) -> UInt64 {
    let seed = Self.seed
    if let hash = text.utf8.withContiguousStorageIfAvailable({
      hash(UnsafeRawBufferPointer($0), seed: seed)
    }) {
      return hash
    }
    var copy = text
    return copy.withUTF8 { hash(UnsafeRawBufferPointer($0), seed: seed) }
  }

  /// What `hash(domain)` would give, without making a string of the domain.
  var domainHash: UInt64 {
    let range = domainRange
    let found = text.utf8.withContiguousStorageIfAvailable { bytes in
      Self.hash(
        UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[range])), seed: Self.seed)
    }
    return found ?? Self.hash(domain ?? "")
  }

  /// Whether the domain has exactly these bytes, without making a string of it.
  func hasDomain(_ name: String) -> Bool {
    let range = domainRange
    let equal = text.utf8.withContiguousStorageIfAvailable { bytes in
      name.utf8.withContiguousStorageIfAvailable { bytes[range].elementsEqual($0) }
    }
    return (equal ?? nil) ?? Self.sameBytes(domain ?? "", name)
  }

  /// A 64-bit hash of bytes under a 128-bit key, for tables that strangers' keys go into.
  ///
  /// Each step multiplies two words to 128 bits and folds the halves, as in wyhash (Wang Yi, 2019) and
  /// its kin. It is no cryptographic hash: what must not collide is compared in full.
  @inlinable
  public static func hash(_ bytes: UnsafeRawBufferPointer, seed: (UInt64, UInt64)) -> UInt64 {
    let count = bytes.count
    // Two constants of no meaning keep a small key, such as (1, 2), from cancelling the length: a product
    // with zero would forget the text.
    var state = seed.0 ^ 0xA076_1D64_78BD_642F ^ UInt64(truncatingIfNeeded: count)
    let salt = seed.1 ^ 0xE703_7ED1_A0B4_28DB
    guard let base = bytes.baseAddress, count > 0 else { return fold(state, salt) }
    if count >= 16 {
      var offset = 0
      while offset &+ 16 < count {
        state = fold(word(base, offset) ^ salt, word(base, offset &+ 8) ^ state)
        offset &+= 16
      }
      // The last sixteen bytes, overlapping with the step before.
      state = fold(word(base, count &- 16) ^ salt, word(base, count &- 8) ^ state)
    } else if count >= 8 {
      state = fold(word(base, 0) ^ salt, word(base, count &- 8) ^ state)
    } else {
      var tail: UInt64 = 0
      for index in 0..<count {
        tail = tail << 8 | UInt64(base.load(fromByteOffset: index, as: UInt8.self))
      }
      state = fold(tail ^ salt, state)
    }
    return fold(state ^ 0x9E37_79B9_7F4A_7C15, salt ^ UInt64(truncatingIfNeeded: count))
  }

  @inlinable
  static func word(_ base: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  @inlinable
  static func fold(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let (high, low) = one.multipliedFullWidth(by: other)
    return high ^ low
  }
}
