#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value that can tell how much memory it takes, for limits in bytes.
public protocol MemoryMeasurable {
  /// The bytes that the value takes, what it refers to included.
  var memoryByteCount: Int { get }
}

/// The default cost function of the memory tier.
public enum MemoryCost {
  /// The bytes of an entry: what the tier itself needs, the key's text, and the value.
  ///
  /// Values that are `MemoryMeasurable`, strings, data and arrays of bytes are measured; of others only
  /// the inline size is known, so give a cost function for values that refer to much.
  public static func bytes<Value>(_ key: CacheKey, _ value: Value?) -> Int {
    entryOverhead.addingSaturating(key.text.utf8.count).addingSaturating(measure(value))
  }

  /// What the tier needs for an entry beyond key and value: node, slot, and record with its dates.
  static let entryOverhead = 160

  private static func measure<Value>(_ value: Value?) -> Int {
    switch value {
    case nil: 0
    case let measurable as any MemoryMeasurable: measurable.memoryByteCount
    case let text as String: 16 + text.utf8.count
    case let data as Data: 16 + data.count
    case let bytes as [UInt8]: 40 + bytes.count
    default: MemoryLayout<Value>.size
    }
  }
}
