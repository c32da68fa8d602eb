/// The HTML standard's "shared declarative refresh steps", without their last: what a
/// `meta http-equiv=refresh` asks for.
struct MetaRefresh: Equatable {
  /// Whole seconds; a fraction is dropped, as the standard has it.
  let delay: Int
  /// Relative to the document, perhaps; `nil` when the page only wants to be loaded again.
  let url: String?

  /// `nil` when the content begins with no number.
  init?(_ content: String) {
    let input = Array(content.utf8)
    var at = 0
    func skipSpace() { while at < input.count, input[at].isHTMLSpace { at += 1 } }
    func peek(_ offset: Int = 0) -> UInt8? { at + offset < input.count ? input[at + offset] : nil }

    skipSpace()
    let start = at
    var seconds = 0
    while let digit = peek(), digit.isASCIIDigit {
      seconds = min(seconds * 10 + Int(digit - 0x30), 1_000_000_000)
      at += 1
    }
    guard at > start || peek() == 0x2E else { return nil }
    delay = seconds
    while let next = peek(), next.isASCIIDigit || next == 0x2E { at += 1 }
    guard let separator = peek() else {
      url = nil
      return
    }
    guard separator == 0x3B || separator == 0x2C || separator.isHTMLSpace else { return nil }
    skipSpace()
    if peek() == 0x3B || peek() == 0x2C { at += 1 }
    skipSpace()
    guard peek() != nil else {
      url = nil
      return
    }

    var urlStart = at
    if peek().map({ $0 | 0x20 }) == 0x75, peek(1).map({ $0 | 0x20 }) == 0x72,
      peek(2).map({ $0 | 0x20 }) == 0x6C
    {
      at += 3
      skipSpace()
      if peek() == 0x3D {
        at += 1
        skipSpace()
        urlStart = at
      }
    }
    at = urlStart
    var end = input.count
    if let quote = peek(), quote == 0x22 || quote == 0x27 {
      urlStart += 1
      end = input[urlStart...].firstIndex(of: quote) ?? end
    }
    url = String(decoding: input[urlStart..<end], as: UTF8.self)
  }
}
