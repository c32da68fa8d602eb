/// Why an origin is left alone for a while.
struct OriginPause: Hashable, Sendable {
  /// What it said.
  var reason: String
  /// Set when it said for sure that it has no value.
  var absence: Absence?

  /// The pause of a domain whose breaker is open.
  static func breaker(domain: String) -> OriginPause {
    OriginPause(reason: "\(domain) failed several times in a row")
  }

  /// What a caller gets for whom there is no value.
  func error(for key: CacheKey) -> CacheError {
    if let absence { return CacheError(.absent, key: key, message: absence.message) }
    return CacheError(
      .unavailable, key: key, message: "the origin is left alone after a failure: \(reason)",
      hint: "it is asked again after a pause; mode .refresh asks now")
  }
}
