import Synchronization

/// What a cache has counted so far.
public struct CacheSnapshot: Hashable, Sendable, Codable {
  /// The stack and its tiers.
  public var stack: CacheStatistics
  /// Loads started.
  public var loads: Int
  /// Loads that failed in a way that may pass, time-outs included.
  public var failedLoads: Int
  /// Answers that were stale.
  public var staleAnswers: Int
  /// Loads that nobody waited for at their start.
  public var refreshes: Int
  /// Refreshes not started since too many were under way.
  public var droppedRefreshes: Int
  /// Loads under way now.
  public var loadsInFlight: Int
  /// Events that slow listeners lost.
  public var droppedEvents: Int
}

extension Cache {
  /// Counters and sizes, as of now.
  public var statistics: CacheSnapshot {
    CacheSnapshot(
      stack: currentStack.statistics,
      loads: counters.loads.load(ordering: .relaxed),
      failedLoads: counters.failures.load(ordering: .relaxed),
      staleAnswers: counters.staleAnswers.load(ordering: .relaxed),
      refreshes: counters.refreshes.load(ordering: .relaxed),
      droppedRefreshes: counters.droppedRefreshes.load(ordering: .relaxed),
      loadsInFlight: flights.count, droppedEvents: events.droppedCount)
  }
}
