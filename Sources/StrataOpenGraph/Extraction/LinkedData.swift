/// What a page's JSON-LD blocks say in the vocabulary of schema.org: the last fallback.
struct LinkedData {
  var title: String?
  var description: String?
  var siteName: String?
  var images: [OpenGraphData.Media] = []

  /// - Parameter blocks: the texts of the page's script elements, in order. One that is no JSON is
  ///   left out alone.
  init(blocks: [String]) {
    var nodes: [JSONValue] = []
    for block in blocks {
      guard let root = JSONValue(parsing: Self.unwrapped(block)) else { continue }
      Self.collect(root, into: &nodes)
    }
    var byID: [String: JSONValue] = [:]
    for node in nodes {
      if let id = node["@id"]?.string, node.hasMoreThanID, byID[id] == nil { byID[id] = node }
    }
    let main = Self.mainNode(nodes)
    title = main.flatMap { $0["headline"]?.firstString ?? $0["name"]?.firstString }
    description = main?["description"]?.firstString
    siteName = nodes.first { $0.hasType(["WebSite"]) }?["name"]?.firstString
    let pictures = (main?["image"] ?? main?["thumbnailUrl"])?.elements ?? []
    images = pictures.compactMap { Self.image($0, byID: byID) }
  }

  /// Some templates wrap the block in an HTML comment or a CDATA section.
  private static func unwrapped(_ block: String) -> String {
    var text = Substring(block)
    func trim() {
      while let first = text.utf8.first, first.isHTMLSpace { text.removeFirst() }
      while let last = text.utf8.last, last.isHTMLSpace { text.removeLast() }
    }
    for (opening, closing) in [("//<![CDATA[", "//]]>"), ("<!--", "-->"), ("<![CDATA[", "]]>")] {
      trim()
      if text.hasPrefix(opening) { text.removeFirst(opening.count) }
      if text.hasSuffix(closing) { text.removeLast(closing.count) }
    }
    trim()
    while text.last == ";" { text.removeLast() }
    return String(text)
  }

  /// The objects of a document: the root, or the elements of an array or of `@graph`.
  private static func collect(_ value: JSONValue, into nodes: inout [JSONValue]) {
    for element in value.elements {
      guard case .object = element, nodes.count < 512 else { continue }
      if let graph = element["@graph"] { collect(graph, into: &nodes) }
      nodes.append(element)
      // A page often describes itself as the wrapper of its main thing.
      if let entity = element["mainEntity"], entity["@type"] != nil { nodes.append(entity) }
    }
  }

  /// The node that the page is about: an article first, then another work or thing, then the page itself.
  private static func mainNode(_ nodes: [JSONValue]) -> JSONValue? {
    nodes.first { $0["headline"]?.firstString != nil && !$0.hasType(pageTypes + sideTypes) }
      ?? nodes.first { $0.hasType(thingTypes) && $0["name"]?.firstString != nil }
      ?? nodes.first {
        $0.hasType(pageTypes) && ($0["headline"] ?? $0["name"])?.firstString != nil
      }
  }

  private static let pageTypes = [
    "WebPage", "ItemPage", "AboutPage", "CollectionPage", "ProfilePage", "FAQPage", "ContactPage",
    "SearchResultsPage", "MedicalWebPage",
  ]
  /// Things that stand beside the content on many pages, whose names are never the page's title.
  private static let sideTypes = [
    "BreadcrumbList", "ListItem", "ItemList", "Organization", "NewsMediaOrganization",
    "Corporation",
    "WebSite", "SiteNavigationElement", "WPHeader", "WPFooter", "WPSideBar", "ImageObject",
    "SearchAction", "Rating", "AggregateRating", "Offer", "Comment", "Question", "Answer",
  ]
  private static let thingTypes = [
    "Product", "Recipe", "Event", "Movie", "TVSeries", "TVEpisode", "VideoObject", "AudioObject",
    "Book", "Course", "SoftwareApplication", "MobileApplication", "WebApplication", "VideoGame",
    "MusicRecording", "MusicAlbum", "MusicGroup", "PodcastEpisode", "PodcastSeries", "JobPosting",
    "LocalBusiness", "Restaurant", "Hotel", "Place", "TouristAttraction", "Person", "Dataset",
    "CreativeWork", "Article", "NewsArticle", "BlogPosting", "TechArticle", "Report", "HowTo",
    "Blog",
    "SocialMediaPosting", "DiscussionForumPosting", "Service", "Vehicle", "Car", "Thing",
  ]

  private static func image(
    _ value: JSONValue, byID: [String: JSONValue]
  ) -> OpenGraphData.Media? {
    if let url = value.string { return url.isEmpty ? nil : OpenGraphData.Media(url: url) }
    var node = value
    if !node.hasMoreThanID, let id = node["@id"]?.string {
      // A reference to a node elsewhere. Without that node the identifier is no address.
      guard let target = byID[id] else { return nil }
      node = target
    }
    guard let url = (node["url"] ?? node["contentUrl"])?.firstString else { return nil }
    var image = OpenGraphData.Media(url: url)
    image.width = node["width"]?.size
    image.height = node["height"]?.size
    image.alt = node["caption"]?.firstString
    return image
  }
}

extension JSONValue {
  /// The text, or the first of several, or that of a value object; `nil` when there is none, or a blank.
  fileprivate var firstString: String? {
    for element in elements {
      let text = element.string ?? element["@value"]?.string
      if let text, text.utf8.contains(where: { !$0.isHTMLSpace }) { return text }
    }
    return nil
  }

  fileprivate var size: Int? {
    let value = self["value"] ?? self
    return value.integer.flatMap { $0 > 0 ? $0 : nil }
  }

  fileprivate var hasMoreThanID: Bool {
    if case .object(let members) = self {
      members.count > (members["@id"] == nil ? 0 : 1)
    } else {
      false
    }
  }

  fileprivate func hasType(_ names: [String]) -> Bool {
    (self["@type"]?.elements ?? []).contains { type in
      guard let name = type.string else { return false }
      // Types may be written as full addresses.
      return names.contains(
        name.split(whereSeparator: { $0 == "/" || $0 == "#" || $0 == ":" }).last.map(String.init)
          ?? name)
    }
  }
}
