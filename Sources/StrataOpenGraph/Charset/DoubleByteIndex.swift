import CStrataWeb

/// A table of the Encoding Standard for pairs of bytes.
///
/// iconv knows the characters but not the standard's ways with errors, so it is asked once for every
/// pair, its few deviations are mended, and the decoders work by the standard's algorithms on the result.
/// A system whose iconv lacks an encoding decodes its pairs to U+FFFD.
struct DoubleByteIndex: Sendable {
  private let table: [UInt32]

  private init(_ names: String, prefix: [UInt8] = [], corrections: String = "") {
    var table = [UInt32](unsafeUninitializedCapacity: 126 * 256) { buffer, count in
      _ = strata_charset_fill(names, prefix, prefix.count, buffer.baseAddress)
      count = 126 * 256
    }
    var rest = corrections.unicodeScalars[...]
    while rest.count >= 5, let pair = Int(String(rest.prefix(4)), radix: 16) {
      table[(pair >> 8 - 0x81) * 256 + pair & 0xFF] =
        rest[rest.index(rest.startIndex, offsetBy: 4)].value
      rest = rest.dropFirst(5)
    }
    self.table = table
  }

  /// The code point for a pair, or `nil`.
  subscript(lead: UInt8, trail: UInt8) -> UInt32? {
    guard lead >= 0x81, lead <= 0xFE else { return nil }
    let value = table[(Int(lead) - 0x81) * 256 + Int(trail)]
    return value == 0 ? nil : value
  }

  static let eucKR = DoubleByteIndex("CP949 UHC")
  static let gb18030 = DoubleByteIndex("GB18030", corrections: "A3A0\u{3000}")
  /// JIS X 0208 with the additions of NEC and IBM, in the byte pairs of Shift_JIS.
  static let shiftJIS = DoubleByteIndex("CP932 WINDOWS-31J MS932")
  /// JIS X 0212, in the byte pairs of EUC-JP after their 0x8F.
  static let jis0212 = DoubleByteIndex("EUC-JP", prefix: [0x8F])
  static let big5 = DoubleByteIndex("BIG5-HKSCS BIG5HKSCS", corrections: big5Corrections)

  /// Pair and character: the standard keeps both places of characters that HKSCS-2008 has unified, and the
  /// symbols and fullwidth forms of the Windows code page.
  private static let big5Corrections = """
    8E69箸8E6F簆8E7E糎8EAB緒8EB4縝8ECD者8ED0耨8F57菁8F69蒨8F6E萏8FCB覦8FCC覩8FFE起906D都907A銹90DC靜90F1響\
    91BF鼖9244蔃92AF兙92B0兛92B1兝92B2兞92C8鍮92D1瑹9447浧94CA禛95D9邗9644靝96ED瀞96FC嬨9B76爁9B78矗9B7B纇\
    9BC6駖9BDE釔9BEC惞9BF6澶9C42輶9C53侻9C62營9C68鄄9C6B鷰9C77菏9CBC尐9CBD秣9CD0婧9D57輋9D5A筑9DC4拐9EA9恢\
    9EEF痹9EFD汊9F60鬮9F66鼗9FCB僭9FD8弌A063蠏A077拎A0D5瑨A0DF煢A0E4牐A145‧A14E﹑A15A╴A1C2\u{AF}A1C3￣\
    A1C5ˍA1E3～A1F2⊕A1F3⊙A1FE／A240＼A241∕A242﹨A244￥A246￠A247￡A2CC十A2CE卅A3C0␀A3C1␁A3C2␂A3C3␃\
    A3C4␄A3C5␅A3C6␆A3C7␇A3C8␈A3C9␉A3CA␊A3CB␋A3CC␌A3CD␍A3CE␎A3CF␏A3D0␐A3D1␑A3D2␒A3D3␓A3D4␔\
    A3D5␕A3D6␖A3D7␗A3D8␘A3D9␙A3DA␚A3DB␛A3DC␜A3DD␝A3DE␞A3DF␟A3E0␡A3E1€C6CF廴C6D3无C6D5癶C6D7隶\
    C6DE〃C6DF仝FA5F倩FA66偽FABD包FAC5卄FAD5卿FB48嘅FBB8婷FBF3幵FBF9廐FC4F彘FC6C悤FCB9撐FCE2晴FCF1杞FDB7沜\
    FDB8渝FDBB港FDF1煮FE52猪FE6F瑜FEAA瓩FEDD砉
    """
}
