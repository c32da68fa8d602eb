/// Tells while a page is still coming whether enough of it has come.
enum PageHead {
  /// Whether the head has ended and has all that a card needs, so that nothing after it would change the
  /// card.
  ///
  /// Markup is read as it is, without its charset: what counts here is ASCII in every charset but UTF-16,
  /// whose pages are then read to their end.
  static func isEnough(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let head = HTMLReader().read(bytes, from: 0, stopsAtBody: true)
    guard head.next < bytes.count else { return false }
    var tags = PageTags(limits: ExtractionLimits())
    tags.add(head.items)
    return tags.isComplete
  }
}
