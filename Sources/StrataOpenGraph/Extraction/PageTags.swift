/// Collects the tags of a page by meaning, each source apart; `CardAssembler` chooses among them.
struct PageTags {
  /// One place where a title, a description and pictures may come from.
  struct Source {
    var title: String?
    var description: String?
    var images: RawMediaList
  }

  let limits: ExtractionLimits
  var openGraph: Source
  var twitter: Source
  /// The title element and the description meta tag.
  var html: Source
  /// Everything of `og:` but title, description and media, and the namespaces of ogp.me.
  var fields = OpenGraphData.Fields()
  var videos: RawMediaList
  var audios: RawMediaList
  /// What `og:url` and `link rel=canonical` say, in order: the first that is a web URL counts.
  var urls: [String] = []
  var canonicals: [String] = []
  var oEmbed: String?
  var baseReference: String?
  var icons: [OpenGraphData.Icon] = []
  var refresh: OpenGraphData.Refresh?
  var linkedData: [String] = []

  init(limits: ExtractionLimits) {
    self.limits = limits
    let list = RawMediaList(limit: limits.listLength)
    openGraph = Source(images: list)
    twitter = Source(images: list)
    html = Source(images: list)
    videos = list
    audios = list
  }

  /// True when the card's main fields have all come from the first of their sources, so that no later tag
  /// can change them, and there is an icon.
  var isComplete: Bool {
    openGraph.title != nil && openGraph.description != nil && !openGraph.images.isEmpty
      && !urls.isEmpty && fields.type != nil && fields.siteName != nil
      && !icons.isEmpty
  }

  mutating func add(_ items: [MarkupItem]) {
    for item in items {
      switch item {
      case .meta(let meta): add(meta)
      case .link(let rel, let type, let sizes, let href):
        addLink(rel: rel.asciiLowercased.htmlTokens, type: type, sizes: sizes, href: href)
      case .base(let href): if baseReference == nil { baseReference = href }
      case .title(let text):
        let limits = limits
        html.title.fill(limits.text(text))
      case .linkedData(let text): linkedData.append(text)
      case .root: break
      }
    }
  }

  private mutating func add(_ meta: MarkupItem.Meta) {
    guard let content = meta.content else { return }
    if let httpEquiv = meta.httpEquiv, httpEquiv.asciiLowercased == "refresh" {
      addRefresh(content, isInNoscript: meta.isInNoscript)
    }
    // A tag without a value is no tag: the next one of its name counts.
    guard content.utf8.contains(where: { $0 > 0x20 }) else { return }
    // `property` is a list of terms (RDFa), `name` is one name; both ignore case here.
    var names = (meta.property?.asciiLowercased.htmlTokens ?? [])
    if let name = meta.name?.asciiLowercased.htmlTokens, name.count == 1, !names.contains(name[0]) {
      names.append(name[0])
    }
    for name in names { add(name: Self.prefixed(name), content) }
  }

  /// The usual form of a name that is written out as RDFa allows: `http://ogp.me/ns#title` is `og:title`,
  /// and `http://ogp.me/ns/article#tag` is `article:tag`.
  private static func prefixed(_ name: String) -> String {
    guard name.hasPrefix("http"), let hash = name.firstIndex(of: "#") else { return name }
    let vocabulary = name[..<hash]
    let term = name[name.index(after: hash)...]
    if vocabulary.hasSuffix("://ogp.me/ns") { return "og:" + term }
    guard let slash = vocabulary.lastIndex(of: "/"), vocabulary[..<slash].hasSuffix("://ogp.me/ns")
    else { return name }
    return vocabulary[vocabulary.index(after: slash)...] + ":" + term
  }

  private mutating func addRefresh(_ content: String, isInNoscript: Bool) {
    // What browsers with scripts would follow goes before what is for the others.
    guard refresh == nil || (refresh?.isForNoScript == true && !isInNoscript),
      let parsed = MetaRefresh(content), let url = parsed.url
    else { return }
    var refresh = OpenGraphData.Refresh()
    refresh.url = url
    refresh.delay = parsed.delay
    refresh.isForNoScript = isInNoscript
    self.refresh = refresh
  }

  private mutating func addLink(rel: [String], type: String?, sizes: String?, href: String) {
    guard href.utf8.contains(where: { $0 > 0x20 }) else { return }
    if rel.contains("canonical"), canonicals.count < limits.listLength { canonicals.append(href) }
    if rel.contains("image_src") { html.images.add("", href) }
    if rel.contains("alternate"), oEmbed == nil {
      // Only the JSON form is of use to us; a page that offers XML alone offers nothing.
      let essence = MediaType(type).essence
      if essence == "application/json+oembed" || essence == "text/json+oembed" { oEmbed = href }
    }
    let isTouchIcon =
      rel.contains("apple-touch-icon") || rel.contains("apple-touch-icon-precomposed")
    guard isTouchIcon || rel.contains("icon"), icons.count < limits.listLength else { return }
    var icon = OpenGraphData.Icon()
    icon.url = href
    icon.isTouchIcon = isTouchIcon
    icon.type = type.flatMap { TextCleaner.clean($0, limit: 100) }
    (icon.width, icon.height) = Self.largest(sizes)
    icons.append(icon)
  }

  /// The largest of sizes such as "16x16 32X32".
  private static func largest(_ sizes: String?) -> (width: Int?, height: Int?) {
    var best: (width: Int?, height: Int?) = (nil, nil)
    for size in sizes?.asciiLowercased.htmlTokens ?? [] {
      let sides = size.split(separator: "x").compactMap { RawMedia.pixels(String($0)) }
      if sides.count == 2, sides[0] > best.width ?? 0 { best = (sides[0], sides[1]) }
    }
    return best
  }
}
