/// Partition names as the names of files and directories, and back.
///
/// ```swift
/// let manager = DomainPartitionedCacheManager(…) { name in
///   try LMDBCacheManager(directory: "\(root)/\(PartitionName.path(for: name))")
/// }
/// ```
///
/// Two names never share a path, on file systems that do not tell upper from lower case either; no path
/// leaves its directory, begins with a dot or has a component of over 201 bytes.
public enum PartitionName {
  private static let longest = 200

  /// The relative path for a name: lower-case letters, digits, `-` and inner dots as they are, each other
  /// byte as `_` and two hexadecimal digits, and the empty name as `_`. What is longer than 200 bytes is
  /// divided into nested directories, the outer ones marked by a `+`.
  public static func path(for name: String) -> String {
    if name.isEmpty { return "_" }
    var bytes: [UInt8] = []
    var length = 0
    for (index, byte) in name.utf8.enumerated() {
      let isFirst = index == 0
      if length >= longest {
        bytes += [UInt8(ascii: "+"), UInt8(ascii: "/")]
        length = 0
      }
      // A dot after a directory's end would begin a file name.
      if isPlain(byte) || (byte == UInt8(ascii: ".") && !isFirst && length > 0) {
        bytes.append(byte)
        length += 1
      } else {
        bytes += [UInt8(ascii: "_"), hexDigit(byte >> 4), hexDigit(byte & 15)]
        length += 3
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The name that a path of `path(for:)` stands for; nil for any other.
  public static func name(forPath path: String) -> String? {
    if path == "_" { return "" }
    var bytes: [UInt8] = []
    let source = Array(path.utf8)
    var index = 0
    while index < source.count {
      switch source[index] {
      case UInt8(ascii: "_"):
        guard index + 2 < source.count, let high = PercentEncoding.hexValue(source[index + 1]),
          let low = PercentEncoding.hexValue(source[index + 2])
        else { return nil }
        bytes.append(high << 4 | low)
        index += 3
      case UInt8(ascii: "+"): index += 2
      default:
        bytes.append(source[index])
        index += 1
      }
    }
    // Only what is spelt as it would be here.
    guard let name = String(validating: bytes, as: UTF8.self), self.path(for: name) == path else {
      return nil
    }
    return name
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
