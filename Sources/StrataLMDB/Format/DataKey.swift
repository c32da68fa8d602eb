import CStrataLMDB
import Strata

/// What a record is stored under in LMDB: four bytes of its domain's keyed hash, twelve of its key's, and,
/// where two keys have the same hash, one byte that tells them apart.
///
/// The domain comes first so that the records of a domain lie together: removing a domain is a walk over
/// one stretch of the tree. Keys from strangers can't be made to collide, since the hash's seed is drawn at
/// random for each directory; should two collide, the full key in the record settles it.
struct DataKey: Hashable, Comparable, Sendable {
  let high: UInt64
  let low: UInt64
  /// 0 for the first key of a hash.
  let probe: UInt8

  init(high: UInt64, low: UInt64, probe: UInt8 = 0) {
    self.high = high
    self.low = low
    self.probe = probe
  }

  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 16 || bytes.count == 17 else { return nil }
    high = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
    low = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    probe = bytes.count == 17 ? bytes[16] : 0
  }

  func with(probe: UInt8) -> DataKey {
    DataKey(high: high, low: low, probe: probe)
  }

  func sharesHash(with other: DataKey) -> Bool {
    high == other.high && low == other.low
  }

  func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    // Big-endian, so that LMDB's order by bytes is the order of the numbers.
    withUnsafeBytes(of: (high.bigEndian, low.bigEndian, probe)) {
      body(UnsafeRawBufferPointer(rebasing: $0[..<(probe == 0 ? 16 : 17)]))
    }
  }

  static func < (left: DataKey, right: DataKey) -> Bool {
    (left.high, left.low, left.probe) < (right.high, right.low, right.probe)
  }
}

/// The keyed hashes of one database.
struct KeyHasher: Sendable {
  let seed: (UInt64, UInt64)
  /// How many bits of a key's hash are used.
  let bits: Int

  /// The hash of any text, 128 bits.
  func hash(_ text: String) -> (UInt64, UInt64) {
    var text = text
    return text.withUTF8 { hash(UnsafeRawBufferPointer($0)) }
  }

  func hash(_ bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64) {
    var out: (UInt64, UInt64) = (0, 0)
    withUnsafeBytes(of: (seed.0.littleEndian, seed.1.littleEndian)) { seed in
      withUnsafeMutableBytes(of: &out) { out in
        strata_siphash128(
          seed.baseAddress!.assumingMemoryBound(to: UInt8.self), bytes.baseAddress, bytes.count,
          out.baseAddress!.assumingMemoryBound(to: UInt8.self))
      }
    }
    return (UInt64(littleEndian: out.0), UInt64(littleEndian: out.1))
  }

  /// The four bytes that all keys of a domain begin with.
  func prefix(ofDomain domain: UnsafeRawBufferPointer) -> UInt32 {
    domain.isEmpty ? 0 : UInt32(truncatingIfNeeded: hash(domain).0)
  }

  func prefix(ofDomain domain: String) -> UInt32 {
    var domain = domain
    return domain.withUTF8 { prefix(ofDomain: UnsafeRawBufferPointer($0)) }
  }

  /// The key of the first record with this key's hash.
  func key(_ key: CacheKey) -> DataKey {
    var text = key.text
    return text.withUTF8 { bytes in
      let all = UnsafeRawBufferPointer(bytes)
      let whole = hash(all)
      let domain = UnsafeRawBufferPointer(rebasing: all[key.domainRange])
      var (first, second) = (UInt32(truncatingIfNeeded: whole.0), whole.1)
      if bits < 96 {
        second &= bits >= 64 ? .max : (1 << UInt64(bits)) - 1
        first = 0
      }
      return DataKey(
        high: UInt64(prefix(ofDomain: domain)) << 32 | UInt64(first), low: second)
    }
  }
}
