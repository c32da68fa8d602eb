extension SamplePages {
  /// A page in Shift_JIS, which says so in a meta tag only: `俳句の小径`, a path of haiku.
  static let haiku = SampleServer.Page(
    headers: ["Content-Type": "text/html"],
    body: Array("<!DOCTYPE html><html lang=\"ja\"><meta charset=\"Shift_JIS\"><title>".utf8) + title
      + Array("</title><meta name=\"description\" content=\"".utf8) + verse
      + Array("\"><meta property=\"og:image\" content=\"/frog.png\">".utf8))

  private static let title: [UInt8] = [
    0x94, 0x6F, 0x8B, 0xE5, 0x82, 0xCC, 0x8F, 0xAC, 0x8C, 0x61,
  ]

  /// Bashō's frog (1686): 古池や蛙飛びこむ水の音
  private static let verse: [UInt8] = [
    0x8C, 0xC3, 0x92, 0x72, 0x82, 0xE2, 0x8A, 0x5E, 0x94, 0xF2, 0x82, 0xD1, 0x82, 0xB1,
    0x82, 0xDE, 0x90, 0x85, 0x82, 0xCC, 0x89, 0xB9,
  ]
}
