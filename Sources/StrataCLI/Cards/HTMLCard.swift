import Strata
import StrataOpenGraph

/// A card in HTML: a link with picture, site, title and text.
struct HTMLCard {
  let preview: Preview

  var html: String {
    guard let data = preview.data else { return missing }
    let language = HTMLText.language(data.locale).map { " lang=\"\($0)\"" } ?? ""
    let site = data.siteName ?? host
    var text = "<article class=\"card\"\(language)>\n"
    text += link(start: true)
    text += picture(data.images)
    text += "<div class=\"text\">\n"
    text += "<p class=\"site\" dir=\"auto\">\(HTMLText.escaped(site))</p>\n"
    text += "<h2 dir=\"auto\">\(HTMLText.escaped(data.title ?? preview.url))</h2>\n"
    if let description = data.description {
      text += "<p class=\"description\" dir=\"auto\">\(HTMLText.escaped(description))</p>\n"
    }
    if preview.answer?.isStale == true {
      text += "<p class=\"note\">The site did not answer; this is what was known before.</p>\n"
    }
    return text + "</div>\n\(link(start: false))</article>\n"
  }

  private var missing: String {
    """
    <article class="card">
    \(link(start: true))<div class="text">
    <p class="site">\(HTMLText.escaped(host))</p>
    <h2 dir="auto">\(HTMLText.escaped(preview.url))</h2>
    <p class="note">There is no preview of this page.</p>
    </div>
    \(link(start: false))</article>

    """
  }

  /// The link goes to the page that was asked for: what a page calls itself may be anything.
  private func link(start: Bool) -> String {
    guard let url = HTMLText.linkURL(preview.url) else { return "" }
    guard start else { return "</a>\n" }
    return "<a href=\"\(HTMLText.escaped(url))\" rel=\"noopener noreferrer nofollow ugc\">\n"
  }

  /// The first picture that is to be had by https.
  private func picture(_ images: [OpenGraphData.Media]) -> String {
    for image in images {
      guard let url = HTMLText.secureURL(image.secureURL) ?? HTMLText.secureURL(image.url) else {
        continue
      }
      var size = ""
      if let width = image.width, let height = image.height {
        size = " width=\"\(width)\" height=\"\(height)\""
      }
      // Without words for it a picture adds nothing to the title for those who don't see it.
      let alt = HTMLText.escaped(image.alt ?? "")
      return "<img src=\"\(HTMLText.escaped(url))\" alt=\"\(alt)\"\(size)"
        + " loading=\"lazy\" decoding=\"async\" referrerpolicy=\"no-referrer\">\n"
    }
    return ""
  }

  private var host: String { (try? CacheKey(url: preview.url).domain) ?? preview.url }
}
