extension CacheKey {
  /// The key of a URL: its normal form, so that all spellings of one address are one key.
  ///
  /// Scheme and host are in lower case, an international host in its ASCII form, a default port and the
  /// fragment dropped, dot segments resolved, an empty path is `/`, percent-encoding in upper case, and
  /// what must be percent-encoded is. The query is kept, in its order. A text in normal form already is
  /// taken as it is, without a copy.
  ///
  /// - Parameter text: An `http` or `https` URL of at most 8 KiB.
  /// - Throws: `CacheKeyError`, which names the part at fault: no host, another scheme, credentials, a bad
  ///   port, control characters, or too long.
  public init(url text: String) throws(CacheKeyError) {
    // Apart from the one with a normalization, which would cost each hit a count of its references.
    if let (host, hash) = Self.scan(text) {
      self.init(normal: text, hash: hash, domain: host)
      return
    }
    self = try Self.normalized(text, .standard)
  }

  /// The key of a URL, as `init(url:)` makes it, with more left out, such as tracking parameters.
  ///
  /// - Throws: As `init(url:)`.
  public init(url text: String, normalization: URLNormalization) throws(CacheKeyError) {
    if normalization.droppedParameters.isEmpty || !text.utf8.contains(UInt8(ascii: "?")) {
      try self.init(url: text)
    } else {
      self = try Self.normalized(text, normalization)
    }
  }

  /// The host's place and the hash of a text that is in normal form already; nil where it is not.
  @inline(__always)
  private static func scan(_ text: String) -> (host: Range<Int>, hash: UInt64)? {
    let seed = seed
    let found = text.utf8.withContiguousStorageIfAvailable { bytes -> (Range<Int>, UInt64)? in
      let bytes = UnsafeRawBufferPointer(bytes)
      guard let host = NormalFormScanner.hostIfNormal(bytes) else { return nil }
      return (host, hash(bytes, seed: seed))
    }
    return found ?? nil
  }

  @inline(never)
  private static func normalized(
    _ text: String, _ normalization: URLNormalization
  ) throws(CacheKeyError) -> CacheKey {
    let parts = try URLParts(text)
    var normal = "\(parts.scheme)://"
    let start = normal.utf8.count
    normal += parts.host
    let end = normal.utf8.count
    if let port = parts.port { normal += ":\(port)" }
    normal += parts.path
    if let query = parts.query, let kept = normalization.filtered(query: Substring(query)) {
      normal += "?\(kept)"
    }
    if normal.utf8.count > URLNormalization.lengthLimit {
      throw CacheKeyError(
        .length, in: text, "its normal form has \(normal.utf8.count) bytes, the limit is 8192")
    }
    return CacheKey(normal: normal, domain: start..<end)
  }
}
