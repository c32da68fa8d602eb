/// The `Retry-After` header: seconds, or a date (RFC 9110, section 10.2.3).
enum RetryAfter {
  /// How long to wait from `now`; nil when the text is neither form. A date that has passed is zero,
  /// a number too great to hold is the longest wait there is.
  static func parse(_ text: String, now: HTTPDate) -> Duration? {
    let text = text.trimmedHTTPSpace
    if let seconds = DeltaSeconds.parse(text) { return seconds }
    return HTTPDate(text)?.elapsed(since: now)
  }
}

/// A count of seconds in a header (RFC 9111, section 1.2.2).
enum DeltaSeconds {
  /// What greater numbers count as: the standard's own value, about 68 years.
  static let greatest: Int64 = 1 << 31

  /// Nil unless the text is digits only, with or without quotes.
  static func parse(_ text: some StringProtocol) -> Duration? {
    var digits = text[...]
    if digits.utf8.count >= 2, digits.hasPrefix("\""), digits.hasSuffix("\"") {
      digits = digits.dropFirst().dropLast()
    }
    guard !digits.isEmpty, digits.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    return .seconds(min(Int64(digits) ?? greatest, greatest))
  }
}
