/// A key to look up: its hash and its bytes where they are. Valid during one call only.
struct KeyProbe: @unchecked Sendable {
  // Sendable since the bytes are only read, and only while the call that lends them runs.
  let hash: UInt64
  let bytes: UnsafeRawBufferPointer
}

extension CacheKey {
  /// Calls `body` with the key as tables look it up.
  @inline(__always)
  func withProbe<Result>(_ body: (KeyProbe) -> Result) -> Result {
    let hash = hash
    return withBytes { body(KeyProbe(hash: hash, bytes: $0)) }
  }
}
