/// What a call wants from a cache.
public enum ReadMode: Hashable, Sendable {
  /// What is fresh; else what the origin says.
  case automatic
  /// What the stack has, stale too within its grace period; the origin is not asked.
  case cacheOnly
  /// What the origin says now, be the record fresh or not, and the origin left alone or not.
  case refresh
}
