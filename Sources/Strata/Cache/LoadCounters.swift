import Synchronization

/// Counts what became of loads and of answers that were not plain hits.
final class LoadCounters: Sendable {
  let loads = Atomic<Int>(0)
  let failures = Atomic<Int>(0)
  let staleAnswers = Atomic<Int>(0)
  let refreshes = Atomic<Int>(0)
  let droppedRefreshes = Atomic<Int>(0)
  let runningRefreshes = Atomic<Int>(0)

  @inline(__always)
  static func count(_ counter: borrowing Atomic<Int>) {
    counter.add(1, ordering: .relaxed)
  }
}
