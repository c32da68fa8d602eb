/// A codec whose bytes go through a function before they are stored, and through its inverse when they are
/// read: the place for encryption.
///
/// ```swift
/// let codec = CodableCodec<Session>().transformed(
///   sealing: { bytes in try seal(bytes, with: key) }, opening: { bytes in try open(bytes, with: key) })
/// ```
///
/// Keys of records, their dates and their tags are stored as they are. A function that seals should also
/// authenticate: a damaged record is found by the tier's checksum, a forged one is not.
public struct TransformedCodec<Base: ValueCodec>: ValueCodec {
  public typealias Value = Base.Value
  public typealias Transform = @Sendable ([UInt8]) throws -> [UInt8]

  private let base: Base
  private let seal: Transform
  private let open: Transform

  public init(_ base: Base, sealing seal: @escaping Transform, opening open: @escaping Transform) {
    self.base = base
    self.seal = seal
    self.open = open
  }

  /// - Throws: What the codec or the function throws.
  public func encode(_ value: Value, into bytes: inout [UInt8]) throws {
    var plain: [UInt8] = []
    try base.encode(value, into: &plain)
    bytes.append(contentsOf: try seal(plain))
  }

  /// - Throws: What the codec or the function throws; the record is then a miss, and is dropped.
  public func decode(_ bytes: UnsafeRawBufferPointer) throws -> Value {
    try open(Array(bytes)).withUnsafeBytes { try base.decode($0) }
  }
}

extension ValueCodec {
  /// The codec, with its bytes passed through a function and back; see `TransformedCodec`.
  public func transformed(
    sealing seal: @escaping TransformedCodec<Self>.Transform,
    opening open: @escaping TransformedCodec<Self>.Transform
  ) -> TransformedCodec<Self> {
    TransformedCodec(self, sealing: seal, opening: open)
  }
}
