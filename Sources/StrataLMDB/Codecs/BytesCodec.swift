public import Strata

/// Values that are bytes already.
public struct BytesCodec: ValueCodec {
  public init() {}

  public func encode(_ value: [UInt8], into bytes: inout [UInt8]) {
    bytes.append(contentsOf: value)
  }

  public func decode(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    Array(bytes)
  }
}

/// Values that are text, as UTF-8.
public struct StringCodec: ValueCodec {
  /// The bytes are no UTF-8.
  public struct InvalidText: Error {}

  public init() {}

  public func encode(_ value: String, into bytes: inout [UInt8]) {
    bytes.append(contentsOf: value.utf8)
  }

  /// - Throws: `InvalidText` when the bytes are no UTF-8.
  public func decode(_ bytes: UnsafeRawBufferPointer) throws -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw InvalidText() }
    return text
  }
}
