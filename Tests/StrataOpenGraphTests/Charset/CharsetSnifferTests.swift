import Testing

@testable import StrataOpenGraph

@Suite("Finding the charset")
struct CharsetSnifferTests {
  private func charset(
    _ page: [UInt8], _ contentType: String = "text/html", url: String = "https://example.com/"
  ) throws -> String? {
    try PageExtractor().extract(page, contentType: contentType, url: url).charset
  }

  private func charset(_ page: String, _ contentType: String = "text/html") throws -> String? {
    try charset(Array(page.utf8), contentType)
  }

  @Test("Mark, header and declaration count in this order")
  func order() throws {
    let meta = "<meta charset=koi8-r>"
    #expect(try charset("\u{FEFF}" + meta, "text/html; charset=big5") == "UTF-8")
    #expect(try charset(meta, "text/html; charset=big5") == "Big5")
    #expect(try charset(meta, "text/html; charset=nonsense") == "KOI8-R")
    #expect(try charset(meta) == "KOI8-R")
  }

  @Test(
    "The header is read leniently",
    arguments: [
      "text/html;charset=KOI8-R", "TEXT/HTML ; a=b ; CharSet=\"koi8-r\"",
      "text/html; charset= koi8-r ",
      "text/html; x=\"a;charset=big5\"; charset=\"k\\oi8-r\"",
      "text/html; charset=koi8-r; charset=big5",
    ])
  func header(contentType: String) throws {
    #expect(try charset("<p>", contentType) == "KOI8-R")
  }

  @Test(
    "Declarations in the first bytes are found",
    arguments: [
      "<meta charset=koi8-r>", "<META/CHARSET='KOI8-R'/>", "<meta a=b charset = \"koi8-r\" >",
      "<meta http-equiv=content-type content='text/html; charset=koi8-r'>",
      "<meta content='text/html;charset = \"koi8-r\"' http-equiv='Content-Type'>",
      "<!-- <meta charset=big5> --><meta charset=koi8-r>", "<!--><meta charset=koi8-r>-->",
      "<a title='<meta charset=big5>'><meta charset=koi8-r>",
      "<meta name=description content='charset=big5'><meta charset=koi8-r>",
      "<meta charset=nonsense><meta charset=koi8-r>",
      "<? <meta charset=koi8-r>><meta charset=koi8-r>",
      "<?xml version='1.0' encoding='koi8-r'?><p>", "<?xml encoding = \"koi8-r\"?><p>",
    ])
  func declarations(page: String) throws {
    #expect(try charset(page) == "KOI8-R")
  }

  @Test(
    "What is no declaration is not taken for one",
    arguments: [
      "<meta content='text/html; charset=koi8-r'>", "<metacharset=koi8-r>",
      "<meta http-equiv=refresh content='charset=koi8-r'>",
      "<script>'<meta charset=koi8-r>'</script>é",
      " <?xml version='1.0' encoding='koi8-r'?>", "<p charset=koi8-r>",
    ])
  func noDeclarations(page: String) throws {
    // The prescan knows no scripts; the parser does, and it has the last word.
    let found = try charset(page)
    #expect(found == "UTF-8" || page.contains("script"))
  }

  @Test("A meta tag behind the first 1,024 bytes still counts, also in the body")
  func lateMeta() throws {
    let padding = "<!--" + String(repeating: "x", count: 2000) + "-->"
    #expect(try charset(padding + "<meta charset=koi8-r>") == "KOI8-R")
    #expect(try charset(padding + "<p><meta charset=koi8-r>") == "KOI8-R")
  }

  @Test("UTF-16 in a meta tag means UTF-8, x-user-defined means windows-1252")
  func overrides() throws {
    #expect(try charset("<meta charset=utf-16>") == "UTF-8")
    #expect(try charset("<meta charset=x-user-defined>") == "windows-1252")
  }

  @Test("Without a declaration, text that is UTF-8 is UTF-8")
  func undeclaredUTF8() throws {
    #expect(try charset("<p>plain") == "UTF-8")
    #expect(try charset("<p>é") == "UTF-8")
    let text = Array(String(repeating: "<p>žluťoučký</p>", count: 50).utf8)
    #expect(try charset(text + [0xFF] + text) == "UTF-8", "one bad byte among hundreds of letters")
    #expect(try charset(text + [0xC5]) == "UTF-8", "a download that ends inside a letter")
  }

  @Test("Without a declaration, other text goes by its language, its country, or windows-1252")
  func undeclaredLegacy() throws {
    let letters: [UInt8] = [0xEF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]
    func page(_ tag: String) -> [UInt8] { Array("<html\(tag)><title>".utf8) + letters }
    #expect(try charset(page("")) == "windows-1252")
    #expect(try charset(page(" lang=ru")) == "windows-1251")
    #expect(try charset(page(" lang=ru-RU")) == "windows-1251")
    #expect(try charset(page(" lang=zh-TW")) == "Big5")
    #expect(try charset(page(""), url: "https://example.ru/") == "windows-1251")
    #expect(try charset(page(" lang=fr"), url: "https://example.com/") == "windows-1252")
  }

  @Test("Undeclared Japanese is told apart by what can be read")
  func undeclaredJapanese() throws {
    let shiftJIS: [UInt8] = [0x96, 0xBE, 0x93, 0xFA, 0x82, 0xCC, 0x93, 0x56, 0x8B, 0x43]
    let eucJP: [UInt8] = [0xC6, 0xFC, 0xB5, 0xAD, 0xA4, 0xCE, 0xC5, 0xB7, 0xB5, 0xA4]
    let head = Array("<html lang=ja><title>".utf8)
    #expect(try charset(head + shiftJIS) == "Shift_JIS")
    #expect(try charset(head + eucJP) == "EUC-JP")
    #expect(try charset(head + [0x1B, 0x24, 0x42, 0x3F, 0x5E, 0x1B, 0x28, 0x42]) == "ISO-2022-JP")
  }
}
