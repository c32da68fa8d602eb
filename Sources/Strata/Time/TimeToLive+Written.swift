extension TimeToLive: CustomStringConvertible {
  /// A time to live as people write it: a duration such as `15m` or `10d`, or `never` for one that never
  /// ends.
  ///
  /// - Throws: `DurationError` when it is neither.
  public init(written text: String) throws(DurationError) {
    self = text == "never" ? .never : .after(try Duration(written: text))
  }

  /// The time to live as people write it: `never`, or as `Duration.written`. What is beyond 292 years acts
  /// as never and is written so.
  public var description: String {
    guard case .after(let duration) = self, duration.saturatingNanoseconds < .max else {
      return "never"
    }
    return duration.written
  }
}
