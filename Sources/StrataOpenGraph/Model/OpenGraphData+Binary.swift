extension OpenGraphData {
  /// The version that `binary()` writes and the latest that `init(binary:)` reads.
  public static let binaryVersion: UInt8 = 1

  private static let mark: [UInt8] = [0x4F, 0x47]  // "OG"

  /// A compact form for storage: two bytes of mark, one of version, then the fields that are there.
  ///
  /// Equal data give equal bytes. The form holds no checksum: storage that can be damaged must add one.
  public func binary() -> [UInt8] {
    var writer = WireWriter(capacity: 1024)
    writer.append(Self.mark + [Self.binaryVersion])
    var fields = fields
    do {
      try fields.visit(&writer)
    } catch {
      preconditionFailure("a writer has no way to fail: \(error)")
    }
    return writer.bytes
  }

  /// Reads what `binary()` wrote.
  ///
  /// Any bytes may be given: what doesn't check out is refused, never trusted.
  /// - Throws: `CodingError`, which names the offset at fault.
  public init(binary bytes: [UInt8]) throws(CodingError) {
    let result: Result<Fields, CodingError> = bytes.withUnsafeBytes { buffer in
      Result { () throws(CodingError) in try Self.read(buffer) }
    }
    self.init(try result.get())
  }

  /// The same for bytes that lie elsewhere, such as in a mapped file. They are copied, not kept.
  public init(binary bytes: UnsafeRawBufferPointer) throws(CodingError) {
    self.init(try Self.read(bytes))
  }

  private static func read(_ bytes: UnsafeRawBufferPointer) throws(CodingError) -> Fields {
    guard bytes.count > mark.count, bytes.prefix(mark.count).elementsEqual(mark) else {
      throw .notOpenGraphData
    }
    let version = bytes[mark.count]
    guard version == binaryVersion else { throw .unknownVersion(version) }
    var reader = WireReader(bytes, offset: mark.count + 1)
    var fields = Fields()
    try fields.visit(&reader)
    guard reader.isAtEnd else { throw .trailingBytes(offset: reader.offset) }
    return fields
  }
}
