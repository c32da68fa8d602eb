extension OpenGraphData {
  /// Reads an oEmbed response (<https://oembed.com>, the JSON form) as a card: title, provider, picture.
  ///
  /// A field of the wrong type is left out, the others stay. The `html` of a response is not used, and its
  /// `url` only in a response of type `photo`, where it is the picture's address.
  ///
  /// - Parameters:
  ///   - bytes: the response's body.
  ///   - url: the address that it came from.
  /// - Throws: `ExtractionFailure.emptyBody` or `.invalidJSON`.
  public init(
    oEmbed bytes: [UInt8], url: String, limits: ExtractionLimits = .init()
  ) throws(ExtractionFailure) {
    guard bytes.contains(where: { !$0.isHTMLSpace }) else { throw .emptyBody }
    let text = String(decoding: bytes.prefix(limits.pageBytes), as: UTF8.self)
    guard let root = JSONValue(parsing: String(text.trimmingPrefix("\u{FEFF}"))),
      case .object = root
    else { throw .invalidJSON }
    let tags = PageTags(limits: limits)
    let assembler = CardAssembler(tags: tags, pageURL: WebURL(url))
    var fields = Fields()
    fields.title = root["title"]?.string.flatMap { tags.limits.text($0) }
    fields.description = root["description"]?.string.flatMap { tags.limits.longText($0) }
    fields.siteName = root["provider_name"]?.string.flatMap { tags.limits.text($0) }
    let isPhoto = root["type"]?.string == "photo"
    for prefix in isPhoto ? ["", "thumbnail_"] : ["thumbnail_"] {
      guard let reference = root[prefix + "url"]?.string,
        let address = assembler.resolve(reference)
      else { continue }
      var image = Media(url: address)
      image.width = root[prefix + "width"]?.integer.flatMap { $0 > 0 ? $0 : nil }
      image.height = root[prefix + "height"]?.integer.flatMap { $0 > 0 ? $0 : nil }
      fields.images.append(image)
    }
    self.init(fields)
  }
}
