/// What a removal of more than one key covers.
public enum RemovalScope: Hashable, Sendable {
  /// All records.
  case everything
  /// The records whose key's domain (for URLs, the host in normal form) is exactly this.
  case domain(String)
  /// The records that carry this tag.
  case tag(String)

  /// Whether a record of this key and these tags is covered.
  public func covers(_ key: CacheKey, tags: @autoclosure () -> [String]) -> Bool {
    switch self {
    case .everything: true
    case .domain(let domain): key.domain.map { $0 == domain } ?? false
    case .tag(let tag): tags().contains(tag)
    }
  }
}
