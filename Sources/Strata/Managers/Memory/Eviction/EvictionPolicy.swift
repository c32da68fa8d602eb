/// Which entries a memory tier gives up first when it is full.
public enum EvictionPolicy: Hashable, Sendable {
  /// The least recently used goes first. Exact within a shard.
  case leastRecentlyUsed
}
