/// Tells pages from what is none, by the MIME Sniffing Standard.
enum ContentSniffer {
  /// How a page is to be parsed.
  enum Syntax { case html, xml }

  /// - Throws: `ExtractionFailure` for everything that is no page.
  static func syntax(
    of bytes: UnsafeRawBufferPointer, mediaType: MediaType
  ) throws(ExtractionFailure) -> Syntax {
    guard bytes.contains(where: { !$0.isHTMLSpace }) else { throw .emptyBody }
    if mediaType.essence == "text/html" || mediaType.isXML || mediaType.isUnknown {
      // Files under the wrong label, and gzip without its Content-Encoding, would make garbage titles.
      if let type = binaryType(bytes) { throw .otherContent(type) }
    } else {
      throw .foreignContentType(mediaType.essence)
    }
    if mediaType.isXML { return .xml }
    if mediaType.essence == "text/html", let type = FeedSniffer.feedType(of: bytes) {
      throw .otherContent(type)
    }
    return mediaType.isUnknown ? try syntaxOfUnknown(bytes) : .html
  }

  private static func syntaxOfUnknown(
    _ bytes: UnsafeRawBufferPointer
  ) throws(ExtractionFailure) -> Syntax {
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let start = bytes.dropFirst(isMarked ? 3 : 0).drop(while: \.isHTMLSpace)
    if start.starts(with: Array("<?xml".utf8)) { return .xml }
    if start.starts(with: Array("<!--".utf8)) { return .html }
    // The standard's list, and the two tags with which careless pages begin.
    let tags = [
      "!doctype html", "html", "head", "script", "iframe", "h1", "div", "font", "table", "a",
      "style", "title", "b", "body", "br", "p", "meta", "link",
    ]
    if start.first == 0x3C {
      for tag in tags {
        let text = start.dropFirst().prefix(tag.utf8.count + 1)
        guard let last = text.last, text.count > tag.utf8.count, last == 0x20 || last == 0x3E else {
          continue
        }
        if text.dropLast().lazy.map(\.asciiLowercased).elementsEqual(tag.utf8) { return .html }
      }
    }
    // UTF-16 is full of zero bytes, but says so at its start.
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { return .html }
    throw bytes.prefix(1445).contains(where: isBinary) ? .binaryContent : .plainText
  }

  private static func isBinary(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...8, 0x0B, 0x0E...0x1A, 0x1C...0x1F: true
    default: false
    }
  }

  private static func binaryType(_ bytes: UnsafeRawBufferPointer) -> String? {
    let marks: [([UInt8], String)] = [
      (Array("%PDF-".utf8), "application/pdf"),
      (Array("%!PS-Adobe-".utf8), "application/postscript"),
      ([0x1F, 0x8B, 0x08], "application/x-gzip"),
      ([0x50, 0x4B, 0x03, 0x04], "application/zip"),
      (Array("Rar!\u{1A}\u{07}".utf8), "application/x-rar-compressed"),
      ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "application/x-7z-compressed"),
      ([0x28, 0xB5, 0x2F, 0xFD], "application/zstd"),
      (Array("GIF87a".utf8), "image/gif"),
      (Array("GIF89a".utf8), "image/gif"),
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "image/png"),
      ([0xFF, 0xD8, 0xFF], "image/jpeg"),
      (Array("OggS".utf8) + [0], "application/ogg"),
      ([0x1A, 0x45, 0xDF, 0xA3], "video/webm"),
      (Array("ID3".utf8) + [3], "audio/mpeg"),
      (Array("ID3".utf8) + [4], "audio/mpeg"),
      (Array("wOFF".utf8), "font/woff"),
      (Array("wOF2".utf8), "font/woff2"),
      ([0x00, 0x61, 0x73, 0x6D], "application/wasm"),
      ([0x7F, 0x45, 0x4C, 0x46], "application/x-elf"),
    ]
    for (mark, type) in marks where bytes.starts(with: mark) { return type }
    guard bytes.count >= 12 else { return nil }
    if bytes.starts(with: Array("RIFF".utf8)) {
      if bytes[8..<12].elementsEqual("WEBP".utf8) { return "image/webp" }
      if bytes[8..<12].elementsEqual("WAVE".utf8) { return "audio/wave" }
    }
    return bytes[4..<8].elementsEqual("ftyp".utf8) ? "video/mp4" : nil
  }
}
