/// What the policy of the same name knows of a shard: the order, how often keys were asked for, and which
/// window serves best.
struct WindowTinyLFU: ~Copyable {
  private var order: WindowedOrder
  private var sketch = FrequencySketch()
  private var tuner: WindowTuner?
  private var limits: MemoryLimits
  /// Inserts until it is looked whether the tuner still fits.
  private var insertsToFit = 0

  init(limits: MemoryLimits) {
    self.limits = limits
    order = WindowedOrder(limits: limits, share: WindowTuner.shares[0])
  }

  mutating func setLimits(_ limits: MemoryLimits) {
    self.limits = limits
    order.setLimits(limits)
    insertsToFit = 0
  }

  mutating func insert(_ index: Int32, in nodes: borrowing MemoryNodes) {
    order.insert(index, in: nodes)
    if order.count > sketch.capacity { sketch.grow(to: order.count) }
    insertsToFit -= 1
    if insertsToFit < 0 { fitTuner() }
    note(nodes.hash(of: index))
  }

  /// Notes that a node was used.
  mutating func use(_ index: Int32, in nodes: borrowing MemoryNodes) {
    order.use(index, in: nodes)
    note(nodes.hash(of: index))
  }

  mutating func remove(_ index: Int32, in nodes: borrowing MemoryNodes) {
    order.remove(index, in: nodes)
  }

  mutating func changeCost(of index: Int32, from former: Int, to new: Int) {
    order.changeCost(of: index, from: former, to: new)
  }

  /// The node to evict next, or `none`.
  mutating func victim(in nodes: borrowing MemoryNodes) -> Int32 {
    order.victim(in: nodes, by: sketch)
  }

  /// The protected, then the window, then those in probation; in each the most recently used first.
  func appendIndexes(to found: inout [Int32], in nodes: borrowing MemoryNodes) {
    order.protected.list.appendIndexes(to: &found, in: nodes)
    order.window.list.appendIndexes(to: &found, in: nodes)
    order.probation.list.appendIndexes(to: &found, in: nodes)
  }

  @inline(__always)
  private mutating func note(_ hash: UInt64) {
    sketch.note(hash)
    if tuner?.note(hash, by: sketch) ?? false, let share = tuner?.share { order.setShare(share) }
  }

  /// Makes a tuner for as many entries as the shard will hold, if there is none that nearly is.
  private mutating func fitTuner() {
    insertsToFit = Swift.max(order.count, 64)
    guard let expected = expectedEntries else { return }
    if let entries = tuner?.entries {
      let change = Double(expected) / Double(entries)
      if change > 0.67, change < 1.5 { return }
    }
    tuner = WindowTuner(entries: expected, share: order.share)
  }

  /// How many entries the shard holds when it is full; nil where that can't be told.
  private var expectedEntries: Int? {
    var expected = limits.entries
    if let bytes = limits.bytes, order.count >= 32, order.cost > 0 {
      let fitting = Double(bytes) / Double(order.cost) * Double(order.count)
      expected = Swift.min(expected ?? .max, Int(Swift.min(fitting, 1e15)))
    }
    return expected
  }

  #if DEBUG
    /// Stops the program if the order contradicts itself. O(entries).
    func checkInvariants(in nodes: borrowing MemoryNodes) {
      order.checkInvariants(in: nodes)
      precondition(sketch.capacity >= order.count, "the sketch is too small")
    }
  #endif
}
