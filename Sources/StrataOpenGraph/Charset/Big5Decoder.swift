/// The standard's Big5 decoder (Big5 with the Hong Kong supplement).
struct Big5Decoder {
  func decode(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    let index = DoubleByteIndex.big5
    return decodePairs(bytes) { lead, trail, sink in
      switch (lead, trail) {
      // Letters that Unicode has only as a letter and a combining mark.
      case (0x88, 0x62):
        sink.append(0xCA)
        sink.append(0x304)
      case (0x88, 0x64):
        sink.append(0xCA)
        sink.append(0x30C)
      case (0x88, 0xA3):
        sink.append(0xEA)
        sink.append(0x304)
      case (0x88, 0xA5):
        sink.append(0xEA)
        sink.append(0x30C)
      default:
        guard let scalar = index[lead, trail] else { return false }
        sink.append(scalar)
      }
      return true
    }
  }
}

/// The standard's EUC-KR decoder (with the additions of Windows).
struct EUCKRDecoder {
  func decode(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    let index = DoubleByteIndex.eucKR
    return decodePairs(bytes) { lead, trail, sink in
      guard let scalar = index[lead, trail] else { return false }
      sink.append(scalar)
      return true
    }
  }
}

/// The loop that decoders of ASCII and pairs share: a pair that means nothing is one U+FFFD, and its
/// second byte is read again when it is ASCII, so that no markup gets lost.
private func decodePairs(
  _ bytes: UnsafeRawBufferPointer, _ decode: (UInt8, UInt8, inout UTF8Sink) -> Bool
) -> [UInt8] {
  var sink = UTF8Sink(capacity: bytes.count * 3 / 2)
  var position = 0
  while position < bytes.count {
    let lead = bytes[position]
    position += 1
    if lead < 0x80 {
      sink.append(ascii: lead)
    } else if lead == 0x80 || lead == 0xFF || position == bytes.count {
      sink.appendReplacement()
    } else if decode(lead, bytes[position], &sink) {
      position += 1
    } else {
      sink.appendReplacement()
      if bytes[position] >= 0x80 { position += 1 }
    }
  }
  return sink.bytes
}
