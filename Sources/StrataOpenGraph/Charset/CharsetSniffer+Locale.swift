extension CharsetSniffer {
  /// The encoding that old pages in a language are usually in, by the HTML standard's table; `nil` for the
  /// languages that the table leaves to windows-1252, and for an unknown one.
  static func usualEncoding(language: String) -> TextEncoding? {
    let tag = language.asciiLowercased.split { $0 == "-" || $0 == "_" }.map(String.init)
    switch tag.first ?? "" {
    case "ar", "fa": return .windows1256
    case "az", "ku", "tr": return .windows1254
    case "ba", "be", "bg", "kk", "ky", "mk", "ru", "sah", "sr", "tg", "tt", "uk":
      return .windows1251
    case "cs", "sk", "hr": return .windows1250
    case "hu", "pl", "sl": return .iso8859Part2
    case "el": return .iso8859Part7
    case "et", "lt", "lv": return .windows1257
    case "he", "iw", "yi": return .windows1255
    case "ja": return .shiftJIS
    case "ko": return .eucKR
    case "th": return .windows874
    case "vi": return .windows1258
    case "zh":
      let isTraditional = tag.dropFirst().contains { ["hant", "tw", "hk", "mo"].contains($0) }
      return isTraditional ? .big5 : .gbk
    default: return nil
    }
  }

  /// The same by a country's top-level domain, for pages that don't name their language.
  static func usualEncoding(country: String) -> TextEncoding? {
    let languages = [
      "jp": "ja", "kr": "ko", "cn": "zh", "tw": "zh-tw", "hk": "zh-hk", "ru": "ru", "su": "ru",
      "ua": "uk", "by": "be", "bg": "bg", "kz": "kk", "rs": "sr", "mk": "mk", "cz": "cs",
      "sk": "sk",
      "pl": "pl", "hu": "hu", "hr": "hr", "si": "sl", "gr": "el", "tr": "tr", "il": "he",
      "th": "th",
      "vn": "vi", "lt": "lt", "lv": "lv", "ee": "et", "ir": "fa", "sa": "ar", "eg": "ar",
    ]
    return languages[country.asciiLowercased].flatMap(usualEncoding(language:))
  }
}
