import Strata
import Synchronization

/// What a store has counted since it was opened.
final class StoreCounters: Sendable {
  let hits = Atomic<Int>(0)
  let misses = Atomic<Int>(0)
  let updates = Atomic<Int>(0)
  let refusedUpdates = Atomic<Int>(0)
  let removals = Atomic<Int>(0)
  let evictions = Atomic<Int>(0)
  let expirations = Atomic<Int>(0)
  let corruptions = Atomic<Int>(0)
  let errors = Atomic<Int>(0)

  func fill(_ statistics: inout CacheStatistics) {
    statistics.hits = hits.load(ordering: .relaxed)
    statistics.misses = misses.load(ordering: .relaxed)
    statistics.updates = updates.load(ordering: .relaxed)
    statistics.refusedUpdates = refusedUpdates.load(ordering: .relaxed)
    statistics.removals = removals.load(ordering: .relaxed)
    statistics.evictions = evictions.load(ordering: .relaxed)
    statistics.expirations = expirations.load(ordering: .relaxed)
    statistics.corruptions = corruptions.load(ordering: .relaxed)
    statistics.errors = errors.load(ordering: .relaxed)
  }
}

extension Atomic where Value == Int {
  /// Counts; nobody reads a counter to order other memory by.
  func count(_ amount: Int = 1) {
    if amount != 0 { add(amount, ordering: .relaxed) }
  }
}
