/// A codec whose bytes begin with the version of the value's type, so that what an earlier release of a program
/// stored is read or dropped, and never taken for something else.
///
/// ```swift
/// let codec = CodableCodec<User>().versioned(2) { version, bytes in
///   version == 1 ? User(from: try CodableCodec<OldUser>().decode(bytes)) : nil
/// }
/// ```
///
/// Two bytes, little-endian, before those of the codec.
public struct VersionedCodec<Base: ValueCodec>: ValueCodec {
  public typealias Value = Base.Value
  /// Makes a value of what another version stored; nil when it can't, which is a miss.
  public typealias Migration =
    @Sendable (_ version: UInt16, _ bytes: UnsafeRawBufferPointer) throws -> Value?

  /// The bytes are of a version that can't be read.
  public struct UnknownVersion: Error, Hashable, CustomStringConvertible {
    /// The version stored; nil when the bytes are too few to tell.
    public let found: UInt16?
    /// The version that the codec writes.
    public let expected: UInt16

    public var description: String {
      "stored as version \(found.map { "\($0)" } ?? "none"), and version \(expected) does not read it"
    }
  }

  private let base: Base
  private let version: UInt16
  private let migration: Migration

  public init(
    _ base: Base, version: UInt16, migratingBy migration: @escaping Migration = { _, _ in nil }
  ) {
    self.base = base
    self.version = version
    self.migration = migration
  }

  /// - Throws: What the codec throws.
  public func encode(_ value: Value, into bytes: inout [UInt8]) throws {
    bytes.append(UInt8(truncatingIfNeeded: version))
    bytes.append(UInt8(truncatingIfNeeded: version >> 8))
    try base.encode(value, into: &bytes)
  }

  /// - Throws: `UnknownVersion` when neither the codec nor the migration reads the bytes; what they throw.
  public func decode(_ bytes: UnsafeRawBufferPointer) throws -> Value {
    guard bytes.count >= 2 else { throw UnknownVersion(found: nil, expected: version) }
    let found = UInt16(bytes[0]) | UInt16(bytes[1]) << 8
    let rest = UnsafeRawBufferPointer(rebasing: bytes[2...])
    if found == version { return try base.decode(rest) }
    guard let value = try migration(found, rest) else {
      throw UnknownVersion(found: found, expected: version)
    }
    return value
  }
}

extension ValueCodec {
  /// The codec, with the version of the value's type; see `VersionedCodec`.
  public func versioned(
    _ version: UInt16,
    migratingBy migration: @escaping VersionedCodec<Self>.Migration = { _, _ in nil }
  ) -> VersionedCodec<Self> {
    VersionedCodec(self, version: version, migratingBy: migration)
  }
}
