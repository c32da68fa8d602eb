/// Chooses among what the sources of a page say, field by field, and resolves addresses.
struct CardAssembler {
  let tags: PageTags
  /// The page's own address, after redirects; `nil` when it is no URL of the web.
  let pageURL: WebURL?
  /// What relative addresses are relative to.
  let baseURL: WebURL?

  init(tags: PageTags, pageURL: WebURL?) {
    self.tags = tags
    self.pageURL = pageURL
    // A base that is no web URL (data:, javascript:) is replaced by the page's address.
    baseURL = tags.baseReference.flatMap { WebURL($0, base: pageURL) } ?? pageURL
  }

  func assemble() -> OpenGraphData.Fields {
    var fields = tags.fields
    fields.title = tags.openGraph.title ?? tags.twitter.title ?? tags.html.title
    fields.description =
      tags.openGraph.description ?? tags.twitter.description ?? tags.html.description
    fields.images =
      [tags.openGraph, tags.twitter, tags.html].lazy
      .map { media($0.images, isPicture: true) }.first { !$0.isEmpty } ?? []
    fields.videos = media(tags.videos, isPicture: false)
    fields.audios = media(tags.audios, isPicture: false)
    fields.canonicalURL = tags.canonicals.lazy.compactMap(resolve).first
    fields.url = tags.urls.lazy.compactMap(resolve).first ?? fields.canonicalURL
    fields.oEmbedURL = tags.oEmbed.flatMap(resolve)
    fields.icons = tags.icons.compactMap { icon in
      var icon = icon
      guard let url = resolve(icon.url) else { return nil }
      icon.url = url
      return icon
    }
    if var refresh = tags.refresh, let url = resolve(refresh.url) {
      refresh.url = url
      fields.refresh = refresh
    }
    fillFromLinkedData(&fields)
    return fields
  }

  /// An address on the web, or `nil`. Blank text is none, though it would resolve to the base.
  func resolve(_ reference: String) -> String? {
    webURL(reference)?.href
  }

  private func webURL(_ reference: String) -> WebURL? {
    guard reference.utf8.count <= tags.limits.urlBytes,
      reference.utf8.contains(where: { $0 > 0x20 })
    else { return nil }
    return WebURL(reference, base: baseURL)
  }

  private func picture(_ reference: String) -> String? {
    guard let url = webURL(reference) else { return nil }
    // "#" and the like lead to the page itself, which is no picture.
    if let pageURL, url.isSameResource(as: pageURL) { return nil }
    return url.href
  }

  private func media(_ list: RawMediaList, isPicture: Bool) -> [OpenGraphData.Media] {
    var result: [OpenGraphData.Media] = []
    for raw in list.bound {
      let secure = raw.secureURL.flatMap(isPicture ? picture : resolve)
      guard let url = raw.url.flatMap(isPicture ? picture : resolve) ?? secure,
        result.count < tags.limits.listLength
      else { continue }
      var medium = OpenGraphData.Media(url: url)
      medium.secureURL = secure
      medium.type = raw.type.flatMap { tags.limits.text($0) }
      medium.width = raw.width
      medium.height = raw.height
      medium.alt = raw.alt.flatMap { tags.limits.longText($0) }
      // Templates often repeat a picture; once is enough, with what the two tell of it.
      if let index = result.firstIndex(where: { $0.url == url }) {
        result[index].fill(from: medium)
      } else {
        result.append(medium)
      }
    }
    return result
  }

  private func fillFromLinkedData(_ fields: inout OpenGraphData.Fields) {
    let isWanted =
      fields.title == nil || fields.description == nil || fields.images.isEmpty
      || fields.siteName == nil
    guard isWanted, !tags.linkedData.isEmpty else { return }
    let data = LinkedData(blocks: tags.linkedData)
    if fields.title == nil { fields.title = data.title.flatMap { tags.limits.text($0) } }
    if fields.description == nil {
      fields.description = data.description.flatMap { tags.limits.longText($0) }
    }
    if fields.siteName == nil { fields.siteName = data.siteName.flatMap { tags.limits.text($0) } }
    guard fields.images.isEmpty else { return }
    for var image in data.images.prefix(tags.limits.listLength) {
      guard let url = picture(image.url) else { continue }
      image.url = url
      image.alt = image.alt.flatMap { tags.limits.longText($0) }
      fields.images.append(image)
    }
  }
}

extension OpenGraphData.Media {
  /// Takes over what is not known here.
  fileprivate mutating func fill(from other: Self) {
    secureURL = secureURL ?? other.secureURL
    type = type ?? other.type
    width = width ?? other.width
    height = height ?? other.height
    alt = alt ?? other.alt
  }
}
