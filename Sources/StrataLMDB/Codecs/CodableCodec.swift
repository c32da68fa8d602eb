public import Strata

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes any `Codable` value as a binary property list.
///
/// Chosen over JSON since it keeps what JSON has no words for: dates to the last bit, NaN and infinities,
/// and `Data` without Base64. It is slower than a codec made for a type: where a hit must be fast, write one
/// (`ValueCodec` has two methods), or use `BytesCodec` or `StringCodec`.
///
/// What the value's type no longer decodes is a miss: counted, reported as an event, and removed.
public struct CodableCodec<Value: Codable & Sendable>: ValueCodec {
  public init() {}

  /// - Throws: `EncodingError` from the value's own `encode(to:)`.
  public func encode(_ value: Value, into bytes: inout [UInt8]) throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    // A property list's root is a list or a table; numbers and texts are wrapped.
    bytes.append(contentsOf: try encoder.encode([value]))
  }

  /// - Throws: `DecodingError` when the bytes are of another type, or no property list.
  public func decode(_ bytes: UnsafeRawBufferPointer) throws -> Value {
    guard let value = try PropertyListDecoder().decode([Value].self, from: Data(bytes)).first else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: "the list is empty"))
    }
    return value
  }
}
