// The JSON form is part of the interface: names are those of the protocol, absent fields and empty
// arrays are left out, so that a new field never changes the text of data that lacks it.
extension OpenGraphData: Codable {
  enum CodingKeys: String, CodingKey {
    case title
    case type
    case url
    case description
    case siteName = "site_name"
    case determiner
    case locale
    case alternateLocales = "alternate_locales"
    case images
    case videos
    case audios
    case article
    case book
    case profile
    case music
    case video
    case icons
    case canonicalURL = "canonical_url"
    case oEmbedURL = "oembed_url"
    case refresh
    case charset
  }

  /// Reads what `encode(to:)` wrote; unknown keys are ignored, missing ones are `nil` or empty.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var fields = Fields()
    fields.title = try container.decodeIfPresent(String.self, forKey: .title)
    fields.type = try container.decodeIfPresent(String.self, forKey: .type)
    fields.url = try container.decodeIfPresent(String.self, forKey: .url)
    fields.description = try container.decodeIfPresent(String.self, forKey: .description)
    fields.siteName = try container.decodeIfPresent(String.self, forKey: .siteName)
    fields.determiner = try container.decodeIfPresent(String.self, forKey: .determiner)
    fields.locale = try container.decodeIfPresent(String.self, forKey: .locale)
    fields.alternateLocales =
      try container.decodeIfPresent([String].self, forKey: .alternateLocales) ?? []
    fields.images = try container.decodeIfPresent([Media].self, forKey: .images) ?? []
    fields.videos = try container.decodeIfPresent([Media].self, forKey: .videos) ?? []
    fields.audios = try container.decodeIfPresent([Media].self, forKey: .audios) ?? []
    fields.article = try container.decodeIfPresent(Article.self, forKey: .article)
    fields.book = try container.decodeIfPresent(Book.self, forKey: .book)
    fields.profile = try container.decodeIfPresent(Profile.self, forKey: .profile)
    fields.music = try container.decodeIfPresent(Music.self, forKey: .music)
    fields.video = try container.decodeIfPresent(Video.self, forKey: .video)
    fields.icons = try container.decodeIfPresent([Icon].self, forKey: .icons) ?? []
    fields.canonicalURL = try container.decodeIfPresent(String.self, forKey: .canonicalURL)
    fields.oEmbedURL = try container.decodeIfPresent(String.self, forKey: .oEmbedURL)
    fields.refresh = try container.decodeIfPresent(Refresh.self, forKey: .refresh)
    fields.charset = try container.decodeIfPresent(String.self, forKey: .charset)
    self.init(fields)
  }

  /// Writes the fields that are there.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let fields = fields
    try container.encodeIfPresent(fields.title, forKey: .title)
    try container.encodeIfPresent(fields.type, forKey: .type)
    try container.encodeIfPresent(fields.url, forKey: .url)
    try container.encodeIfPresent(fields.description, forKey: .description)
    try container.encodeIfPresent(fields.siteName, forKey: .siteName)
    try container.encodeIfPresent(fields.determiner, forKey: .determiner)
    try container.encodeIfPresent(fields.locale, forKey: .locale)
    try container.encodeIfPresent(fields.alternateLocales.nilIfEmpty, forKey: .alternateLocales)
    try container.encodeIfPresent(fields.images.nilIfEmpty, forKey: .images)
    try container.encodeIfPresent(fields.videos.nilIfEmpty, forKey: .videos)
    try container.encodeIfPresent(fields.audios.nilIfEmpty, forKey: .audios)
    try container.encodeIfPresent(fields.article, forKey: .article)
    try container.encodeIfPresent(fields.book, forKey: .book)
    try container.encodeIfPresent(fields.profile, forKey: .profile)
    try container.encodeIfPresent(fields.music, forKey: .music)
    try container.encodeIfPresent(fields.video, forKey: .video)
    try container.encodeIfPresent(fields.icons.nilIfEmpty, forKey: .icons)
    try container.encodeIfPresent(fields.canonicalURL, forKey: .canonicalURL)
    try container.encodeIfPresent(fields.oEmbedURL, forKey: .oEmbedURL)
    try container.encodeIfPresent(fields.refresh, forKey: .refresh)
    try container.encodeIfPresent(fields.charset, forKey: .charset)
  }
}

extension Array {
  /// `nil` for an empty array: the form in which encoders leave a field out.
  var nilIfEmpty: Self? { isEmpty ? nil : self }
}
