/// What an origin gave with a value so that it can be asked later whether the value still holds
/// (RFC 9110, section 8.8).
public struct Validators: Hashable, Sendable, Codable {
  /// The `ETag` header, as received, quotes and weakness mark included.
  public var entityTag: String?
  /// The `Last-Modified` header, as received.
  public var lastModified: String?

  public init(entityTag: String? = nil, lastModified: String? = nil) {
    self.entityTag = entityTag
    self.lastModified = lastModified
  }

  /// Whether there is nothing to ask with.
  public var isEmpty: Bool { entityTag == nil && lastModified == nil }
}
