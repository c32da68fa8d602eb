/// The value that caches hold: what a link card shows, as Open Graph gives it.
struct Card: Sendable, Codable, Equatable {
  var title: String
  var text: String
  var image: String
  var site: String
  var kind: String

  init(title: String, text: String, image: String, site: String, kind: String) {
    self.title = title
    self.text = text
    self.image = image
    self.site = site
    self.kind = kind
  }

  init(_ index: Int) {
    title = "What we learned from building cache number \(index)"
    text = """
      A longer text that says what the page is about, as most pages have one, of two sentences or \
      so. This is the second one of page \(index).
      """
    image = "https://images.example.com/2026/11/\(index)/cover-1200x630.jpg"
    site = "Example News"
    kind = "article"
  }
}
