public import Strata

/// Open Graph data in their compact binary form, for tiers that store bytes.
///
/// ```swift
/// let disk = try LMDBCacheManager(directory: path, codec: OpenGraphCodec())
/// ```
public struct OpenGraphCodec: ValueCodec {
  public init() {}

  public func encode(_ value: OpenGraphData, into bytes: inout [UInt8]) {
    bytes += value.binary()
  }

  /// - Throws: `OpenGraphData.CodingError` when the bytes are not what `encode` wrote.
  public func decode(_ bytes: UnsafeRawBufferPointer) throws -> OpenGraphData {
    try OpenGraphData(binary: bytes)
  }
}
