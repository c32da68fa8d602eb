import Strata

/// A card as its five texts, each behind its length in two bytes. About 330 bytes a card.
struct CardCodec: ValueCodec {
  struct Malformed: Error {}

  func encode(_ card: Card, into bytes: inout [UInt8]) {
    for text in [card.title, card.text, card.image, card.site, card.kind] {
      let length = UInt16(clamping: text.utf8.count)
      bytes.append(UInt8(truncatingIfNeeded: length))
      bytes.append(UInt8(truncatingIfNeeded: length >> 8))
      bytes.append(contentsOf: text.utf8.prefix(Int(length)))
    }
  }

  func decode(_ bytes: UnsafeRawBufferPointer) throws -> Card {
    var offset = 0
    func text() throws -> String {
      guard bytes.count - offset >= 2 else { throw Malformed() }
      let length = Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
      let start = offset + 2
      guard bytes.count - start >= length else { throw Malformed() }
      offset = start + length
      return String(
        decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<offset]), as: UTF8.self)
    }
    return try Card(title: text(), text: text(), image: text(), site: text(), kind: text())
  }

  func bytes(of card: Card) -> [UInt8] {
    var bytes: [UInt8] = []
    encode(card, into: &bytes)
    return bytes
  }
}
