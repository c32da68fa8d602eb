/// Reasons cut to what fits on a card: without details in brackets, and without what to do about it.
enum ShortReason {
  static func of(_ text: String) -> String {
    let end = [" (", ". ", "; "].compactMap { text.firstRange(of: $0)?.lowerBound }.min()
    let first = end.map { String(text[..<$0]) } ?? text
    return first.hasSuffix(".") ? String(first.dropLast()) : first
  }
}
