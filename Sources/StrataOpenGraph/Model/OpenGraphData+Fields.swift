extension OpenGraphData {
  /// All fields, without the box. Names and meanings are those of the properties of `OpenGraphData`.
  struct Fields: Sendable, Equatable {
    var title: String?
    var type: String?
    var url: String?
    var description: String?
    var siteName: String?
    var determiner: String?
    var locale: String?
    var alternateLocales: [String] = []
    var images: [Media] = []
    var videos: [Media] = []
    var audios: [Media] = []
    var article: Article?
    var book: Book?
    var profile: Profile?
    var music: Music?
    var video: Video?
    var icons: [Icon] = []
    var canonicalURL: String?
    var oEmbedURL: String?
    var refresh: Refresh?
    var charset: String?
  }
}
