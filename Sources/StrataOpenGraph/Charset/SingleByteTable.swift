/// The tables of the single-byte encodings, unfolded once.
enum SingleByteTable {
  private static let tables: [TextEncoding: [UInt32]] = {
    var tables: [TextEncoding: [UInt32]] = [:]
    for encoding in TextEncoding.allCases {
      guard let text = encoding.upperHalf else { continue }
      tables[encoding] = text.unicodeScalars.map(\.value)
    }
    // x-user-defined keeps the upper bytes apart in a private area.
    tables[.xUserDefined] = (0..<128).map { 0xF780 + $0 }
    return tables
  }()

  /// What the bytes from 0x80 on mean, 128 code points.
  static func table(for encoding: TextEncoding) -> [UInt32] {
    tables[encoding] ?? Array(repeating: 0xFFFD, count: 128)
  }
}
