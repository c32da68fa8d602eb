import Testing

@testable import StrataOpenGraph

@Suite("Text encodings")
struct TextEncodingTests {
  private func decode(_ bytes: [UInt8], _ encoding: TextEncoding) -> String {
    bytes.withUnsafeBytes { String(decoding: encoding.decode($0), as: UTF8.self) }
  }

  @Test("Texts in each encoding are read right")
  func decodesTexts() throws {
    let rows = try Fixture.json("charsets.json").map { $0.elements.map { $0.string! } }
    #expect(rows.count >= 27)
    for row in rows {
      let encoding = try #require(TextEncoding(rawValue: row[0]))
      #expect(decode(Fixture.bytes(hex: row[1]), encoding) == row[2], "\(row[0])")
    }
  }

  @Test(
    "Labels mean what the standard says, whatever their case and the space around them",
    arguments: [
      ("utf8", "UTF-8"), (" UTF-8\n", "UTF-8"), ("unicode-1-1-utf-8", "UTF-8"),
      ("unicode", "UTF-16LE"), ("ucs-2", "UTF-16LE"), ("unicodefffe", "UTF-16BE"),
      ("latin1", "windows-1252"), ("ISO-8859-1", "windows-1252"), ("us-ascii", "windows-1252"),
      ("iso-8859-9", "windows-1254"), ("tis-620", "windows-874"), ("iso-8859-11", "windows-874"),
      ("logical", "ISO-8859-8-I"), ("visual", "ISO-8859-8"), ("koi8-ru", "KOI8-U"),
      ("gb2312", "GBK"), ("chinese", "GBK"), ("GB18030", "gb18030"), ("big5-hkscs", "Big5"),
      ("x-sjis", "Shift_JIS"), ("ms_kanji", "Shift_JIS"), ("x-euc-jp", "EUC-JP"),
      ("ks_c_5601-1987", "EUC-KR"), ("windows-949", "EUC-KR"), ("hz-gb-2312", "replacement"),
      ("iso-2022-kr", "replacement"), ("x-user-defined", "x-user-defined"),
    ])
  func knowsLabels(label: String, name: String) {
    #expect(TextEncoding(label: label)?.name == name)
  }

  @Test(
    "Unknown labels are no encoding",
    arguments: ["uft-8", "", "utf-8;", "utf 8", "utf-7", "cp932", "iso-8859-12", "none"])
  func refusesUnknownLabels(label: String) {
    #expect(TextEncoding(label: label) == nil)
  }

  @Test("The name of every encoding is a label of it")
  func namesAreLabels() {
    for encoding in TextEncoding.allCases {
      #expect(TextEncoding(label: encoding.name) == encoding)
    }
  }

  @Test("Windows encodings pass the C1 controls that they leave free")
  func passesControls() {
    #expect(decode([0x81, 0x80, 0x9D], .windows1252) == "\u{81}€\u{9D}")
    #expect(decode([0xDB, 0x80], .windows874) == "\u{FFFD}€")
  }

  @Test("A bad pair is one U+FFFD and never swallows markup")
  func keepsMarkup() {
    for encoding: TextEncoding in [.shiftJIS, .eucJP, .eucKR, .gbk, .gb18030, .big5] {
      #expect(decode([0x81, 0x3C, 0x62, 0x3E], encoding).hasSuffix("<b>"), "\(encoding)")
      #expect(decode([0x41, 0xFF, 0x42], encoding) == "A\u{FFFD}B", "\(encoding)")
      #expect(decode([0x41, 0xE0], encoding) == "A\u{FFFD}", "\(encoding)")
    }
    #expect(decode([0x8F, 0xA1, 0x3C], .eucJP) == "\u{FFFD}<")
    #expect(decode([0x81, 0x30, 0x81, 0x3C], .gb18030) == "\u{FFFD}0\u{FFFD}<")
  }

  @Test("Corners of the double-byte encodings follow the standard, not iconv")
  func followsStandard() {
    #expect(decode([0x80], .gbk) == "€")
    #expect(decode([0xA3, 0xA0], .gbk) == "\u{3000}")
    #expect(
      decode([0x84, 0x31, 0xA4, 0x37, 0x90, 0x30, 0x81, 0x30], .gb18030) == "\u{FFFD}\u{10000}")
    #expect(decode([0x80, 0xF0, 0x40, 0xA1], .shiftJIS) == "\u{80}\u{E000}｡")
    #expect(decode([0x81, 0x60, 0x5C, 0x7E], .shiftJIS) == "～\\~")
    #expect(decode([0xF9, 0xA1, 0xAD, 0xA1, 0x8E, 0xB1], .eucJP) == "纊①ｱ")
    #expect(decode([0x8F, 0xA2, 0xC3], .eucJP) == "¦")
    #expect(decode([0x88, 0x62, 0x88, 0xA5, 0xA1, 0x45, 0xA3, 0xE1], .big5) == "Ê̄ê̌‧€")
    #expect(decode([0xC7, 0x6D], .eucKR) != "\u{FFFD}")
    #expect(decode([0x8C, 0x63], .eucKR) == "똠")
  }

  @Test("ISO-2022-JP switches its sets, and two escapes in a row are an error")
  func decodesISO2022JP() {
    let text: [UInt8] = [0x1B, 0x28, 0x4A, 0x5C, 0x1B, 0x28, 0x49, 0x31, 0x1B, 0x28, 0x42, 0x5C]
    #expect(decode(text, .iso2022JP) == "¥ｱ\\")
    #expect(decode([0x1B, 0x24, 0x42, 0x1B, 0x28, 0x42, 0x41], .iso2022JP) == "\u{FFFD}A")
    #expect(decode([0x1B, 0x24, 0x41, 0xE9], .iso2022JP) == "\u{FFFD}$A\u{FFFD}")
  }

  @Test("UTF-16 keeps pairs of surrogates and replaces lone ones")
  func decodesUTF16() {
    #expect(decode([0x3D, 0xD8, 0x00, 0xDE, 0x3D, 0xD8, 0x41, 0x00], .utf16LE) == "😀\u{FFFD}A")
    #expect(decode([0xD8, 0x3D, 0xDE, 0x00, 0x00], .utf16BE) == "😀\u{FFFD}")
  }

  @Test("Encodings that are a danger give nothing but one U+FFFD")
  func decodesReplacement() {
    #expect(decode([0x41, 0x42], .replacement) == "\u{FFFD}")
    #expect(decode([], .replacement) == "")
  }

  @Test("Any bytes are decoded in every encoding", arguments: TextEncoding.allCases)
  func decodesAnything(encoding: TextEncoding) {
    var random = SeededGenerator(seed: 7)
    for length in 0..<200 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      _ = decode(bytes, encoding)
    }
  }
}
