extension OpenGraphData {
  /// The title: `og:title`, `twitter:title`, the title element, JSON-LD's headline or name.
  public var title: String? {
    get { fields.title }
    set { fields.title = newValue }
  }

  /// The kind of thing, such as `article` or `video.movie`: `og:type`.
  public var type: String? {
    get { fields.type }
    set { fields.type = newValue }
  }

  /// The address that the page wants to be known by: `og:url`, else `canonicalURL`.
  public var url: String? {
    get { fields.url }
    set { fields.url = newValue }
  }

  /// One or two sentences: `og:description`, `twitter:description`, the description meta tag,
  /// JSON-LD.
  public var description: String? {
    get { fields.description }
    set { fields.description = newValue }
  }

  /// The name of the whole site: `og:site_name`, else the WebSite of the page's JSON-LD.
  public var siteName: String? {
    get { fields.siteName }
    set { fields.siteName = newValue }
  }

  /// The word before the title in a sentence (`a`, `an`, `the`, `auto` or empty):
  /// `og:determiner`.
  public var determiner: String? {
    get { fields.determiner }
    set { fields.determiner = newValue }
  }

  /// The language and territory of the page, as `en_US`: `og:locale`.
  public var locale: String? {
    get { fields.locale }
    set { fields.locale = newValue }
  }

  /// Other locales in which the page exists: `og:locale:alternate`.
  public var alternateLocales: [String] {
    get { fields.alternateLocales }
    set { fields.alternateLocales = newValue }
  }

  /// The pictures in the page's order of preference, the first being the card's.
  public var images: [Media] {
    get { fields.images }
    set { fields.images = newValue }
  }

  /// The videos that accompany the page: `og:video`.
  public var videos: [Media] {
    get { fields.videos }
    set { fields.videos = newValue }
  }

  /// The sounds that accompany the page: `og:audio`.
  public var audios: [Media] {
    get { fields.audios }
    set { fields.audios = newValue }
  }

  /// The `article:` properties.
  public var article: Article? {
    get { fields.article }
    set { fields.article = newValue }
  }

  /// The `book:` properties.
  public var book: Book? {
    get { fields.book }
    set { fields.book = newValue }
  }

  /// The `profile:` properties.
  public var profile: Profile? {
    get { fields.profile }
    set { fields.profile = newValue }
  }

  /// The `music:` properties.
  public var music: Music? {
    get { fields.music }
    set { fields.music = newValue }
  }

  /// The `video:` properties: what is known of a film or an episode, as opposed to `videos`.
  public var video: Video? {
    get { fields.video }
    set { fields.video = newValue }
  }

  /// The site's icons in the order of the page: `link rel=icon`, `apple-touch-icon`.
  public var icons: [Icon] {
    get { fields.icons }
    set { fields.icons = newValue }
  }

  /// The target of `link rel=canonical`.
  public var canonicalURL: String? {
    get { fields.canonicalURL }
    set { fields.canonicalURL = newValue }
  }

  /// Where the page's oEmbed (JSON) response is to be had, from `link rel=alternate`.
  public var oEmbedURL: String? {
    get { fields.oEmbedURL }
    set { fields.oEmbedURL = newValue }
  }

  /// The redirect that the page itself asks for by `meta http-equiv=refresh`.
  public var refresh: Refresh? {
    get { fields.refresh }
    set { fields.refresh = newValue }
  }

  /// The name of the encoding that the page was read in, by the WHATWG Encoding Standard.
  public var charset: String? {
    get { fields.charset }
    set { fields.charset = newValue }
  }

  /// The card's picture: the first of `images`, which is the one that the page prefers.
  public var image: Media? { images.first }
}
