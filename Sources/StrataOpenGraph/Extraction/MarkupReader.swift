/// The seam behind which the parser libraries are: it turns text into the few facts a card needs.
protocol MarkupReader: Sendable {
  /// Reads `text[start...]`, which is to be taken for UTF-8, repaired where it is not.
  ///
  /// - Parameter stopsAtBody: end before the tag that opens the body. `MarkupReading.next` tells where a
  ///   second call is to go on.
  func read(_ text: UnsafeRawBufferPointer, from start: Int, stopsAtBody: Bool) -> MarkupReading
}

/// What one call of a `MarkupReader` found.
struct MarkupReading: Equatable {
  /// In the order of the page.
  var items: [MarkupItem] = []
  /// Where reading ended: the length of the text, or the start of the body.
  var next = 0
  /// XML only: no error was met.
  var isWellFormed = true
}

/// A tag of use, its character references decoded and nothing else changed.
enum MarkupItem: Equatable {
  case meta(Meta)
  case link(rel: String, type: String?, sizes: String?, href: String)
  case base(href: String)
  case title(String)
  case linkedData(String)
  /// The root element, with its `lang`.
  case root(language: String?)

  struct Meta: Equatable {
    var property: String?
    var name: String?
    var httpEquiv: String?
    var content: String?
    var charset: String?
    var isInNoscript = false
  }
}

extension MarkupReading {
  /// The first known encoding that a meta tag declares.
  var declaredEncoding: TextEncoding? {
    for case .meta(let meta) in items {
      var label = meta.charset
      if label == nil, meta.httpEquiv?.asciiLowercased == "content-type" {
        label = meta.content.flatMap(CharsetPrescan.label(inContent:))
      }
      if let encoding = label.flatMap({ TextEncoding(label: $0) }) {
        return encoding.declaredInside
      }
    }
    return nil
  }

  var language: String? {
    for case .root(let language?) in items { return language }
    return nil
  }
}
