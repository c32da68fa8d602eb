/// The tags of one picture, video or sound, as they come: nothing resolved, nothing checked.
struct RawMedia {
  var url: String?
  var secureURL: String?
  var type: String?
  var width: Int?
  var height: Int?
  var alt: String?

  var hasProperties: Bool { type != nil || width != nil || height != nil || alt != nil }

  /// A length in pixels: a positive number, of which "px" or a fraction is cut off.
  static func pixels(_ text: String) -> Int? {
    let digits = text.utf8.drop(while: \.isHTMLSpace)
    let number = digits.prefix(while: \.isASCIIDigit)
    guard (1...6).contains(number.count), digits.dropFirst(number.count).first != 0x25,  // "%"
      let value = Int(String(decoding: number, as: UTF8.self)), value > 0
    else { return nil }
    return value
  }
}

/// The media of one kind, in the order of the page, each with the structured properties that follow it.
struct RawMediaList {
  private(set) var media: [RawMedia] = []
  /// Properties that stand before the first root tag. By ogp.me they belong to nothing; they are given to
  /// the only medium, if there is just one and it has none of its own.
  private var orphan = RawMedia()
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  var isEmpty: Bool { media.isEmpty }

  /// A property such as `og:image:width`, of which `name` is what follows `og:image`.
  mutating func add(_ name: Substring, _ content: String) {
    switch name {
    case "", ":url":
      let isRepeated = media.last.map { $0.url == content || ($0.url == nil && name == ":url") }
      if isRepeated == true {
        media[media.count - 1].url = content
      } else {
        append(RawMedia(url: content))
      }
    case ":secure_url":
      if media.last.map({ $0.secureURL == nil }) ?? false {
        media[media.count - 1].secureURL = content
      } else {
        append(RawMedia(secureURL: content))
      }
    case ":type": set(\.type, content)
    case ":width": set(\.width, RawMedia.pixels(content))
    case ":height": set(\.height, RawMedia.pixels(content))
    case ":alt": set(\.alt, content)
    default: break
    }
  }

  /// The media, with the properties before the first one given to it where they can be meant for no other.
  var bound: [RawMedia] {
    guard media.count == 1, !media[0].hasProperties, orphan.hasProperties else { return media }
    var only = media[0]
    only.type = orphan.type
    only.width = orphan.width
    only.height = orphan.height
    only.alt = orphan.alt
    return [only]
  }

  private mutating func append(_ medium: RawMedia) {
    // One more than is kept: what follows a medium beyond the limit must not go to the last one within.
    if media.count <= limit { media.append(medium) } else { media[limit] = medium }
  }

  private mutating func set<Value>(_ property: WritableKeyPath<RawMedia, Value?>, _ value: Value?) {
    guard let value else { return }
    if media.isEmpty {
      if orphan[keyPath: property] == nil { orphan[keyPath: property] = value }
    } else if media[media.count - 1][keyPath: property] == nil {
      media[media.count - 1][keyPath: property] = value
    }
  }
}
