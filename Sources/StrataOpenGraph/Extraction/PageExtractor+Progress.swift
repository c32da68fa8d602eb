extension PageExtractor {
  /// Whether a loader should read on: false as soon as more bytes can't change the card.
  ///
  /// That is so when the head is over and has all that a card shows, when the bytes are no page, and when
  /// `ExtractionLimits.pageBytes` are there. `extract` gives the same title, description, picture,
  /// address, kind and site name for the bytes so far as for the whole page then.
  ///
  /// Each call reads from the start, so call it after every doubling of the bytes, not for every packet.
  ///
  /// - Parameters:
  ///   - bytes: the body so far, with its Content-Encoding undone.
  ///   - contentType: the header's value as it came, or `nil`.
  public func needsMore(than bytes: UnsafeRawBufferPointer, contentType: String?) -> Bool {
    if bytes.count >= limits.pageBytes { return false }
    let mediaType = MediaType(contentType)
    do throws(ExtractionFailure) {
      // XML has no body to stop at: whatever element comes next may be the title.
      guard try ContentSniffer.syntax(of: bytes, mediaType: mediaType) == .html else { return true }
    } catch {
      return error == .emptyBody || (mediaType.isUnknown && bytes.count < 1445)
    }
    let source = PageSource(bytes, mediaType: mediaType, host: "")
    let head = source.read(htmlReader, stopsAtBody: true)
    // A page that doesn't name its charset is guessed by all of its text.
    if source.isGuess, head.declaredEncoding == nil { return true }
    var tags = PageTags(limits: limits)
    tags.add(head.items)
    return head.next == source.textLength || !tags.isComplete
  }

  /// The same for an array.
  public func needsMore(than bytes: [UInt8], contentType: String?) -> Bool {
    bytes.withUnsafeBytes { needsMore(than: $0, contentType: contentType) }
  }
}
