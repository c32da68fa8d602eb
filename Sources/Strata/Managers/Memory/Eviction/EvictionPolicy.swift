/// Which entries a memory tier gives up first when it is full.
public enum EvictionPolicy: Hashable, Sendable, CaseIterable {
  /// The least recently used goes first. Exact within a shard.
  ///
  /// The cheapest, and right where what was asked for last is asked for next. One pass over many keys that
  /// are asked for once, by a crawler or a report, pushes out all else.
  case leastRecentlyUsed

  /// What was asked for often stays: a new entry takes an old one's place only if its key was lately asked
  /// for more often (W-TinyLFU: Einziger, Friedman and Manes, 2017).
  ///
  /// New entries wait in a window, of 1 %, 25 % or all of the tier, whichever lately served best. At all of
  /// it this is `leastRecentlyUsed`, so that traffic which favours that loses little.
  ///
  /// - Entry and byte limits hold after each insert, as ever, and what was stored last is still there when
  ///   the call returns. It may leave with the next insert, for the reason `capacity`.
  /// - Costs from 17 to 34 bytes more an entry, and some 25 KiB a shard.
  /// - Which keys stay depends a little on the process's random hash seed.
  case windowTinyLFU
}
