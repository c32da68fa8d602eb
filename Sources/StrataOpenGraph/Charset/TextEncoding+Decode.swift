extension TextEncoding {
  /// The text of `bytes` as UTF-8.
  ///
  /// Never fails: what means nothing in this encoding becomes U+FFFD, in the number and places that the
  /// standard's decoders give. For UTF-8 the bytes are returned as they are, right or wrong, since the
  /// parsers repair the little that they keep.
  func decode(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    switch self {
    case .utf8: return Array(bytes)
    case .utf16LE: return Self.decodeUTF16(bytes, low: 0, high: 1)
    case .utf16BE: return Self.decodeUTF16(bytes, low: 1, high: 0)
    case .replacement:
      var sink = UTF8Sink(capacity: 4)
      if !bytes.isEmpty { sink.appendReplacement() }
      return sink.bytes
    case .gbk, .gb18030: return GB18030Decoder().decode(bytes)
    case .big5: return Big5Decoder().decode(bytes)
    case .eucKR: return EUCKRDecoder().decode(bytes)
    case .shiftJIS: return ShiftJISDecoder().decode(bytes)
    case .eucJP: return EUCJPDecoder().decode(bytes)
    case .iso2022JP: return ISO2022JPDecoder().decode(bytes)
    default: return Self.decode(bytes, upperHalf: SingleByteTable.table(for: self))
    }
  }

  private static func decode(_ bytes: UnsafeRawBufferPointer, upperHalf: [UInt32]) -> [UInt8] {
    var sink = UTF8Sink(capacity: bytes.count + bytes.count / 4)
    for byte in bytes {
      if byte < 0x80 { sink.append(ascii: byte) } else { sink.append(upperHalf[Int(byte) - 0x80]) }
    }
    return sink.bytes
  }

  private static func decodeUTF16(
    _ bytes: UnsafeRawBufferPointer, low: Int, high: Int
  ) -> [UInt8] {
    var sink = UTF8Sink(capacity: bytes.count)
    var lead: UInt32?
    for index in stride(from: 0, to: bytes.count - 1, by: 2) {
      let unit = UInt32(bytes[index + low]) | UInt32(bytes[index + high]) << 8
      if let first = lead {
        lead = nil
        if (0xDC00...0xDFFF).contains(unit) {
          sink.append(0x10000 + (first - 0xD800) << 10 + (unit - 0xDC00))
          continue
        }
        sink.appendReplacement()
      }
      if (0xD800...0xDBFF).contains(unit) { lead = unit } else { sink.append(unit) }
    }
    if lead != nil || bytes.count % 2 == 1 { sink.appendReplacement() }
    return sink.bytes
  }
}
