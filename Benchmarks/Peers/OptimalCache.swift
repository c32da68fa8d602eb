/// The most hits that a cache of a size can have, by one who knows the future: what is asked for again last
/// leaves, or is not taken in at all (Belady, 1966).
enum OptimalCache {
  static func hits(_ trace: Trace, capacity: Int) -> Int {
    let never = Int32.max
    var next = [Int32](repeating: never, count: trace.requests.count)
    var seen = [Int32](repeating: never, count: trace.keyCount)
    for position in trace.requests.indices.reversed() {
      let key = Int(trace.requests[position])
      next[position] = seen[key]
      seen[key] = Int32(position)
    }
    // When each key that is held is asked for next; -1 for keys that are not held.
    var held = [Int32](repeating: -1, count: trace.keyCount)
    var count = 0
    var hits = 0
    var latest = LatestFirst()
    for (position, key) in trace.requests.enumerated() {
      let again = next[position]
      if held[Int(key)] >= 0 {
        hits += 1
      } else if again == never {
        continue
      } else {
        count += 1
      }
      held[Int(key)] = again
      latest.push((again, key))
      while count > capacity, let (moment, key) = latest.pop() {
        // Those that were asked for since are in the heap once more.
        if held[Int(key)] != moment { continue }
        held[Int(key)] = -1
        count -= 1
      }
    }
    return hits
  }

  /// A binary heap whose first element is the latest.
  private struct LatestFirst {
    private var elements: [(moment: Int32, key: Int32)] = []

    mutating func push(_ element: (moment: Int32, key: Int32)) {
      elements.append(element)
      var child = elements.count - 1
      while child > 0, elements[(child - 1) / 2].moment < elements[child].moment {
        elements.swapAt(child, (child - 1) / 2)
        child = (child - 1) / 2
      }
    }

    mutating func pop() -> (moment: Int32, key: Int32)? {
      guard let first = elements.first, let last = elements.popLast() else { return nil }
      if elements.isEmpty { return first }
      elements[0] = last
      var parent = 0
      while true {
        var child = parent * 2 + 1
        if child >= elements.count { break }
        if child + 1 < elements.count, elements[child + 1].moment > elements[child].moment {
          child += 1
        }
        if elements[child].moment <= elements[parent].moment { break }
        elements.swapAt(child, parent)
        parent = child
      }
      return first
    }
  }
}
