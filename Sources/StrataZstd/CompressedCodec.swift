internal import CZstd
public import Strata

/// A codec whose bytes are compressed with Zstandard where that makes them fewer.
///
/// ```swift
/// try LMDBCacheManager(directory: directory, codec: CodableCodec<Page>().compressed())
/// ```
///
/// One byte comes first: 0 for bytes as they are, 1 for a Zstandard frame (RFC 8878). So values that are small,
/// or do not get smaller, cost one byte, and the threshold may be changed at any time.
public struct CompressedCodec<Base: ValueCodec>: ValueCodec {
  public typealias Value = Base.Value

  private let base: Base
  private let threshold: Int
  private let level: Int32
  private let limit: Int
  private let contexts = ZstdContexts()

  /// - Parameters:
  ///   - threshold: The fewest bytes that are compressed. Default: 512.
  ///   - level: From 1, quick, to 19, small. Default: 3. What is beyond is taken for the nearest.
  ///   - limit: The most bytes that a value may have when it is read: a damaged or forged frame can't ask for
  ///     more memory. Default: 64 MiB.
  public init(_ base: Base, threshold: Int = 512, level: Int = 3, limit: Int = 64 << 20) {
    self.base = base
    self.threshold = threshold
    self.level = Int32(Swift.min(Swift.max(level, 1), 19))
    self.limit = limit
  }

  /// - Throws: What the codec throws; `CompressionError`.
  public func encode(_ value: Value, into bytes: inout [UInt8]) throws {
    var plain: [UInt8] = []
    try base.encode(value, into: &plain)
    guard plain.count <= limit else { throw CompressionError.tooLarge(plain.count) }
    if plain.count >= threshold {
      let frame = try contexts.compress(plain, level: level)
      if frame.count < plain.count {
        bytes.append(1)
        bytes.append(contentsOf: frame)
        return
      }
    }
    bytes.append(0)
    bytes.append(contentsOf: plain)
  }

  /// - Throws: `CompressionError` for what is no such bytes; what the codec throws.
  public func decode(_ bytes: UnsafeRawBufferPointer) throws -> Value {
    guard let form = bytes.first else { throw CompressionError.damaged("no bytes") }
    let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
    switch form {
    case 0: return try base.decode(rest)
    case 1:
      return try contexts.decompress(rest, limit: limit).withUnsafeBytes { try base.decode($0) }
    default: throw CompressionError.damaged("unknown form \(form)")
    }
  }
}

/// Why bytes can't be compressed or decompressed.
public enum CompressionError: Error, Hashable, CustomStringConvertible {
  /// The value has, or claims to have, more bytes than are allowed.
  case tooLarge(Int)
  /// The bytes are not what was written.
  case damaged(String)
  /// The library failed, for lack of memory say.
  case failed(String)

  public var description: String {
    switch self {
    case .tooLarge(let count): "the value has \(count) bytes, more than the codec's limit"
    case .damaged(let reason): "the compressed bytes are damaged: \(reason)"
    case .failed(let reason): "compression failed: \(reason)"
    }
  }
}

extension ValueCodec {
  /// The codec, with its bytes compressed from a number of them on; see `CompressedCodec`.
  public func compressed(threshold: Int = 512, level: Int = 3) -> CompressedCodec<Self> {
    CompressedCodec(self, threshold: threshold, level: level)
  }
}
