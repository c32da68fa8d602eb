/// Text from strangers as HTML text, for content and quoted attributes alike.
enum HTMLText {
  static func escaped(_ text: String) -> String {
    var safe = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": safe += "&amp;"
      case "<": safe += "&lt;"
      case ">": safe += "&gt;"
      case "\"": safe += "&quot;"
      case "'": safe += "&#39;"
      case "`": safe += "&#96;"
      // Neither HTML nor a reader has a use for control characters; they could only mislead.
      case _ where scalar.properties.generalCategory == .control: safe += " "
      default: safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }

  /// The address if it is an https one, else nil: nothing is loaded by other ways.
  static func secureURL(_ url: String?) -> String? {
    guard let url, url.prefix(8).lowercased() == "https://", url.utf8.count > 8 else { return nil }
    return url
  }

  /// The address if a person may follow it: http or https.
  static func linkURL(_ url: String) -> String? {
    let start = url.prefix(8).lowercased()
    return start.hasPrefix("http://") || start == "https://" ? url : nil
  }

  /// A language tag made of a locale such as `en_US`; nil when it is no such thing.
  static func language(_ locale: String?) -> String? {
    guard let locale, (2...35).contains(locale.utf8.count) else { return nil }
    let tag = locale.replacing("_", with: "-")
    let isTag = tag.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "-")
    }
    return isTag ? tag : nil
  }
}
