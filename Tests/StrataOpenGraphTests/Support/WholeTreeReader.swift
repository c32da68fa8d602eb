import CGumbo

@testable import StrataOpenGraph

/// The plain way to read a page: gumbo parses all of it, and the whole tree is walked. Slow, and not safe
/// with hostile pages, but without a scanner of our own: what the product finds is held against it.
struct WholeTreeReader: MarkupReader {
  func read(_ text: UnsafeRawBufferPointer, from start: Int, stopsAtBody: Bool) -> MarkupReading {
    guard start == 0, !text.isEmpty else { return MarkupReading(next: text.count) }
    var options = kGumboDefaultOptions
    options.max_errors = 0
    let output = gumbo_parse_with_options(
      &options, text.baseAddress?.assumingMemoryBound(to: CChar.self), text.count)!
    defer { gumbo_destroy_output(&options, output) }
    var items: [MarkupItem] = []
    var stack: [(node: UnsafeMutablePointer<GumboNode>, isInNoscript: Bool)] = [
      (output.pointee.root, false)
    ]
    while let (node, isInNoscript) = stack.popLast() {
      // A template has a node type of its own, so that its contents are left out here.
      guard node.pointee.type == GUMBO_NODE_ELEMENT else { continue }
      let element = node.pointee.v.element
      let isHTML = element.tag_namespace == GUMBO_NAMESPACE_HTML
      if isHTML, let item = item(element, isInNoscript: isInNoscript) { items.append(item) }
      let isNoscript = isInNoscript || (isHTML && element.tag == GUMBO_TAG_NOSCRIPT)
      for child in children(element).reversed() { stack.append((child, isNoscript)) }
    }
    return MarkupReading(items: items, next: text.count)
  }

  private func children(_ element: GumboElement) -> [UnsafeMutablePointer<GumboNode>] {
    (0..<Int(element.children.length)).map {
      element.children.data[$0]!.assumingMemoryBound(to: GumboNode.self)
    }
  }

  private func item(_ element: GumboElement, isInNoscript: Bool) -> MarkupItem? {
    func attribute(_ name: String) -> String? {
      var attributes = element.attributes
      return gumbo_get_attribute(&attributes, name).map { String(cString: $0.pointee.value) }
    }
    switch element.tag {
    case GUMBO_TAG_META:
      return .meta(
        .init(
          property: attribute("property"), name: attribute("name"),
          httpEquiv: attribute("http-equiv"), content: attribute("content"),
          charset: attribute("charset"), isInNoscript: isInNoscript))
    case GUMBO_TAG_LINK:
      guard let rel = attribute("rel"), let href = attribute("href") else { return nil }
      return .link(rel: rel, type: attribute("type"), sizes: attribute("sizes"), href: href)
    case GUMBO_TAG_BASE: return attribute("href").map { .base(href: $0) }
    case GUMBO_TAG_TITLE: return .title(text(element))
    case GUMBO_TAG_SCRIPT:
      let isData = attribute("type")?.lowercased().contains("ld+json") == true
      return isData ? .linkedData(text(element)) : nil
    case GUMBO_TAG_HTML: return .root(language: attribute("lang"))
    default: return nil
    }
  }

  private func text(_ element: GumboElement) -> String {
    children(element).reduce(into: "") { text, child in
      let isText =
        child.pointee.type == GUMBO_NODE_TEXT || child.pointee.type == GUMBO_NODE_WHITESPACE
      if isText { text += String(cString: child.pointee.v.text.text) }
    }
  }
}
