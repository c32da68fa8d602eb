/// The hits of a cache that gives up what it took in first.
enum FirstInFirstOut {
  static func hits(_ trace: Trace, capacity: Int) -> Int {
    var isHeld = [Bool](repeating: false, count: trace.keyCount)
    var ring = [Int32](repeating: -1, count: capacity)
    var oldest = 0
    var hits = 0
    for key in trace.requests {
      if isHeld[Int(key)] {
        hits += 1
        continue
      }
      if ring[oldest] >= 0 { isHeld[Int(ring[oldest])] = false }
      ring[oldest] = key
      isHeld[Int(key)] = true
      oldest = (oldest + 1) % capacity
    }
    return hits
  }
}
