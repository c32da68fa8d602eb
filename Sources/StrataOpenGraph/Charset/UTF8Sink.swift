/// Collects text as UTF-8 bytes.
struct UTF8Sink {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func append(ascii byte: UInt8) { bytes.append(byte) }

  /// Appends a scalar; what is no scalar (a surrogate, a number too great) becomes U+FFFD.
  mutating func append(_ value: UInt32) {
    if value < 0x80 {
      bytes.append(UInt8(value))
      return
    }
    let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    bytes.append(contentsOf: UTF8.encode(scalar).unsafelyUnwrapped)
  }

  mutating func appendReplacement() { append(0xFFFD) }
}
