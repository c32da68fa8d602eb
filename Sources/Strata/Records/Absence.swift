/// Why the origin has no value for a key, as far as it said so for sure: a record with an absence is a
/// negative answer, kept for the policy's failure interval.
public struct Absence: Hashable, Sendable, Codable {
  /// A short code in the terms of the origin, such as `404` or `not-html`.
  public let code: String
  /// A sentence for people.
  public let message: String

  public init(code: String, message: String) {
    self.code = code
    self.message = message
  }
}
