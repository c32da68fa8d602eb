import CStrataWeb

/// HTML by gumbo, behind a scanner that hands it only the tags of use.
struct HTMLReader: MarkupReader {
  func read(_ text: UnsafeRawBufferPointer, from start: Int, stopsAtBody: Bool) -> MarkupReading {
    var facts = strata_html_facts()
    let bytes = text.assumingMemoryBound(to: UInt8.self)
    // Out of memory is a page without facts: the process has other troubles then.
    guard
      strata_html_read(bytes.baseAddress, text.count, start, stopsAtBody ? 1 : 0, &facts) == 0
    else { return MarkupReading(next: text.count) }
    defer { strata_html_free(&facts) }
    return MarkupReading(facts)
  }
}

/// XHTML by libxml2's XML parser, from start to end.
struct XHTMLReader: MarkupReader {
  func read(_ text: UnsafeRawBufferPointer, from start: Int, stopsAtBody: Bool) -> MarkupReading {
    var facts = strata_html_facts()
    let bytes = text.assumingMemoryBound(to: UInt8.self)
    guard strata_xhtml_read(bytes.baseAddress, text.count, &facts) == 0 else {
      return MarkupReading(next: text.count)
    }
    defer { strata_html_free(&facts) }
    return MarkupReading(facts)
  }
}

extension MarkupReading {
  fileprivate init(_ facts: strata_html_facts) {
    next = facts.next
    isWellFormed = facts.is_well_formed != 0
    items.reserveCapacity(facts.count)
    let text = UnsafeBufferPointer(start: facts.text, count: facts.text_length)
    for raw in UnsafeBufferPointer(start: facts.items, count: facts.count) {
      if let item = MarkupItem(raw, text: text) { items.append(item) }
    }
  }
}

extension MarkupItem {
  fileprivate init?(_ raw: strata_html_item, text: UnsafeBufferPointer<UInt8>) {
    func string(_ slice: strata_html_slice) -> String? {
      guard slice.start != UInt32.max else { return nil }
      let start = Int(slice.start)
      return String(
        decoding: UnsafeBufferPointer(rebasing: text[start..<start + Int(slice.length)]),
        as: UTF8.self)
    }
    let slots = raw.slots
    switch Int(raw.kind) {
    case STRATA_HTML_META:
      self = .meta(
        Meta(
          property: string(slots.0), name: string(slots.1), httpEquiv: string(slots.2),
          content: string(slots.3), charset: string(slots.4), isInNoscript: raw.in_noscript != 0))
    case STRATA_HTML_LINK:
      guard let rel = string(slots.0), let href = string(slots.3) else { return nil }
      self = .link(rel: rel, type: string(slots.1), sizes: string(slots.2), href: href)
    case STRATA_HTML_BASE:
      guard let href = string(slots.3) else { return nil }
      self = .base(href: href)
    case STRATA_HTML_TITLE: self = .title(string(slots.3) ?? "")
    case STRATA_HTML_JSONLD: self = .linkedData(string(slots.3) ?? "")
    case STRATA_HTML_ROOT: self = .root(language: string(slots.3))
    default: return nil
    }
  }
}
