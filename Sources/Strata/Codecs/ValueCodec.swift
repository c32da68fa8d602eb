/// How a tier that stores bytes writes and reads values.
///
/// A codec's format may change from release to release; what a tier can't decode is a miss, counted, and
/// dropped.
public protocol ValueCodec<Value>: Sendable {
  associatedtype Value: Sendable

  /// Appends the value's bytes.
  ///
  /// - Throws: Whatever tells why the value can't be written; the tier wraps it in a `CacheError` with
  ///   code `.codec`.
  func encode(_ value: Value, into bytes: inout [UInt8]) throws

  /// The value that the bytes stand for. The buffer is valid during the call only.
  ///
  /// - Throws: When the bytes are not what `encode` wrote. It must never trap: bytes come from a disk.
  func decode(_ bytes: UnsafeRawBufferPointer) throws -> Value
}
