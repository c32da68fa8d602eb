import Synchronization

/// Which load waits for which: so that a load that asks for its own key, directly or round about, gets an
/// error in place of waiting for itself.
///
/// One for the process, since loads of several caches may call each other. It is used only by loads that
/// call a cache.
final class WaitGraph: Sendable {
  static let shared = WaitGraph()

  /// The flight that the current task loads for, handed down to all that it calls.
  @TaskLocal static var current: FlightIdentity?

  private let edges = Mutex<[FlightIdentity: [FlightIdentity: Int]]>([:])

  /// Notes that `waiter` waits for `target`.
  ///
  /// - Returns: The keys of the circle that this would close, beginning with the target's; nil when there is
  ///   none, and then the wait is noted until `end`.
  func begin(_ waiter: FlightIdentity, waitsFor target: FlightIdentity) -> [String]? {
    edges.withLock { edges in
      if let path = Self.path(from: target, to: waiter, edges) { return path.map(\.key.text) }
      edges[waiter, default: [:]][target, default: 0] += 1
      return nil
    }
  }

  func end(_ waiter: FlightIdentity, waitsFor target: FlightIdentity) {
    edges.withLock { edges in
      guard let count = edges[waiter]?[target] else { return }
      edges[waiter]?[target] = count > 1 ? count - 1 : nil
      if edges[waiter]?.isEmpty == true { edges[waiter] = nil }
    }
  }

  private static func path(
    from start: FlightIdentity, to end: FlightIdentity,
    _ edges: [FlightIdentity: [FlightIdentity: Int]]
  ) -> [FlightIdentity]? {
    if start == end { return [start] }
    var cameFrom: [FlightIdentity: FlightIdentity] = [:]
    var open = [start]
    while let node = open.popLast() {
      for next in (edges[node] ?? [:]).keys where next != start && cameFrom[next] == nil {
        cameFrom[next] = node
        if next == end {
          var path = [end]
          while let last = path.last, last != start, let previous = cameFrom[last] {
            path.append(previous)
          }
          return path.reversed()
        }
        open.append(next)
      }
    }
    return nil
  }
}

/// One flight, told from all others.
struct FlightIdentity: Hashable, Sendable {
  let number: UInt64
  let key: CacheKey

  private static let counter = Atomic<UInt64>(0)

  init(_ key: CacheKey) {
    number = Self.counter.add(1, ordering: .relaxed).newValue
    self.key = key
  }

  static func == (left: FlightIdentity, right: FlightIdentity) -> Bool {
    left.number == right.number
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(number)
  }
}
