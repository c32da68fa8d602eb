/// The format of a picture, as its first bytes tell.
public enum PreviewImageType: String, Sendable, Hashable, CaseIterable {
  case png
  case jpeg
  case gif
  case webp
  case avif
  case ico
  /// A document that can hold scripts and load other resources. Refused unless asked for; show it
  /// only where neither can happen, such as in an `<img>` element.
  case svg

  /// Everything but `svg`.
  public static let bitmaps: Set<PreviewImageType> = Set(allCases).subtracting([.svg])

  /// How many bytes always suffice to tell the formats other than `svg`.
  static let signatureLength = 64

  /// The MIME type.
  public var mimeType: String {
    switch self {
    case .ico: "image/vnd.microsoft.icon"
    case .svg: "image/svg+xml"
    default: "image/\(rawValue)"
    }
  }

  /// The format by the magic number at the start; nil when it is none of these.
  ///
  /// SVG has no magic number: it is an `<svg` element as the first in markup of which only an XML
  /// declaration, comments and a document type may come before it, within the first 1,024 bytes.
  public init?(_ bytes: UnsafeRawBufferPointer) {
    func has(_ signature: [UInt8], at offset: Int = 0) -> Bool {
      bytes.dropFirst(offset).starts(with: signature)
    }
    if has([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
      self = .png
    } else if has([0xff, 0xd8, 0xff]) {
      self = .jpeg
    } else if has(Array("GIF87a".utf8)) || has(Array("GIF89a".utf8)) {
      self = .gif
    } else if has(Array("RIFF".utf8)), has(Array("WEBPVP8".utf8), at: 8) {
      self = .webp
    } else if Self.isAVIF(bytes) {
      self = .avif
    } else if Self.isICO(bytes) {
      self = .ico
    } else if Self.isSVG(bytes) {
      self = .svg
    } else {
      return nil
    }
  }

  // An ISO media file whose brands, major or compatible, name AVIF: its first box is `ftyp`.
  private static func isAVIF(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 16, bytes[4..<8].elementsEqual("ftyp".utf8) else { return false }
    let size = bytes[0..<4].reduce(0) { $0 << 8 | Int($1) }
    guard size >= 16 else { return false }
    let end = min(size, bytes.count, signatureLength)
    let brands = [8] + stride(from: 16, to: end - 3, by: 4)
    return brands.contains { offset in
      let brand = bytes[offset..<(offset + 4)]
      return brand.elementsEqual("avif".utf8) || brand.elementsEqual("avis".utf8)
    }
  }

  // Four bytes are too common to go by: the directory must make sense as well.
  private static func isICO(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 22, bytes.starts(with: [0, 0, 1, 0]) else { return false }
    let count = Int(bytes[4]) | Int(bytes[5]) << 8
    let offset = (0..<4).reduce(0) { $0 | Int(bytes[18 + $1]) << (8 * $1) }
    return count > 0 && bytes[9] == 0 && offset >= 6 + 16 * count
  }

  private static func isSVG(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var text = Substring(String(decoding: bytes.prefix(1024), as: UTF8.self))
    if text.unicodeScalars.first == "\u{feff}" { text = Substring(text.unicodeScalars.dropFirst()) }
    while true {
      text = text.trimmedHTTPSpace
      let end: String
      if text.hasPrefix("<svg") { return true }
      if text.hasPrefix("<!--") {
        end = "-->"
      } else if text.hasPrefix("<?xml") {
        end = "?>"
      } else if text.hasPrefix("<!DOCTYPE svg") {
        end = ">"
      } else {
        return false
      }
      guard let border = text.firstRange(of: end) else { return false }
      text = text[border.upperBound...]
    }
  }
}
