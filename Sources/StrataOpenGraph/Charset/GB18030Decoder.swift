import CStrataWeb

/// The standard's gb18030 decoder, which is GBK's too.
struct GB18030Decoder {
  func decode(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    let index = DoubleByteIndex.gb18030
    var sink = UTF8Sink(capacity: bytes.count * 3 / 2)
    var position = 0
    while position < bytes.count {
      let lead = bytes[position]
      position += 1
      switch lead {
      case 0..<0x80: sink.append(ascii: lead)
      case 0x80: sink.append(0x20AC)
      case 0xFF: sink.appendReplacement()
      default:
        guard position < bytes.count else {
          sink.appendReplacement()
          break
        }
        let trail = bytes[position]
        if (0x30...0x39).contains(trail) {
          position = decodeFour(bytes, at: position - 1, into: &sink)
        } else if let scalar = index[lead, trail] {
          sink.append(scalar)
          position += 1
        } else {
          sink.appendReplacement()
          if trail >= 0x80 { position += 1 }
        }
      }
    }
    return sink.bytes
  }

  /// Four bytes from `start` on, of which the second is a digit. Returns where to go on.
  private func decodeFour(
    _ bytes: UnsafeRawBufferPointer, at start: Int, into sink: inout UTF8Sink
  ) -> Int {
    guard start + 2 < bytes.count else {
      sink.appendReplacement()
      return bytes.count
    }
    guard (0x81...0xFE).contains(bytes[start + 2]) else {
      sink.appendReplacement()  // the lead alone is bad: what follows is read again
      return start + 1
    }
    guard start + 3 < bytes.count else {
      sink.appendReplacement()
      return bytes.count
    }
    guard (0x30...0x39).contains(bytes[start + 3]) else {
      sink.appendReplacement()
      return start + 1
    }
    sink.append(Self.scalar((0..<4).map { UInt32(bytes[start + $0]) }) ?? 0xFFFD)
    return start + 4
  }

  private static func scalar(_ quad: [UInt32]) -> UInt32? {
    let first = (quad[0] - 0x81) * 12600
    let pointer = first + (quad[1] - 0x30) * 1260 + (quad[2] - 0x81) * 10 + quad[3] - 0x30
    if pointer < basicPlane.count {
      let value = basicPlane[Int(pointer)]
      return value == 0 ? nil : value
    }
    // The planes beyond the basic one follow in order.
    let value = pointer &- 189_000 &+ 0x10000
    return pointer >= 189_000 && value <= 0x10FFFF ? value : nil
  }

  private static let basicPlane = [UInt32](
    unsafeUninitializedCapacity: Int(STRATA_CHARSET_GB18030_COUNT)
  ) { buffer, count in
    _ = strata_charset_fill_gb18030(buffer.baseAddress)
    count = Int(STRATA_CHARSET_GB18030_COUNT)
  }
}
