/// A codec whose values are looked at when they are read: one that does not pass is a miss, and is dropped.
///
/// For what the bytes can't tell: a value that decodes and yet makes no sense any more.
public struct CheckedCodec<Base: ValueCodec>: ValueCodec {
  public typealias Value = Base.Value

  /// A value was read that the check does not pass.
  public struct Refused: Error, Hashable {}

  private let base: Base
  private let isValid: @Sendable (Value) -> Bool

  public init(_ base: Base, by isValid: @escaping @Sendable (Value) -> Bool) {
    self.base = base
    self.isValid = isValid
  }

  /// - Throws: What the codec throws.
  public func encode(_ value: Value, into bytes: inout [UInt8]) throws {
    try base.encode(value, into: &bytes)
  }

  /// - Throws: `Refused`; what the codec throws.
  public func decode(_ bytes: UnsafeRawBufferPointer) throws -> Value {
    let value = try base.decode(bytes)
    guard isValid(value) else { throw Refused() }
    return value
  }
}

extension ValueCodec {
  /// The codec, with a check of each value that is read; see `CheckedCodec`.
  public func checked(by isValid: @escaping @Sendable (Value) -> Bool) -> CheckedCodec<Self> {
    CheckedCodec(self, by: isValid)
  }
}
