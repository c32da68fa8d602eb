import StrataTesting
import Testing

@testable import Strata

/// The windowed order beside three arrays that do the same plainly, on random operations.
@Suite struct WindowedOrderModelTests {
  /// Nodes of a cost that a test sets.
  final class CostNodes: EvictionNodes {
    var newer = [Int32](repeating: MemoryTable.none, count: 64)
    var older = [Int32](repeating: MemoryTable.none, count: 64)
    var costs = [Int](repeating: 0, count: 64)

    func newer(than index: Int32) -> Int32 { newer[Int(index)] }
    func older(than index: Int32) -> Int32 { older[Int(index)] }
    func link(_ index: Int32, toNewer next: Int32) { newer[Int(index)] = next }
    func link(_ index: Int32, toOlder next: Int32) { older[Int(index)] = next }
    func hash(of index: Int32) -> UInt64 { UInt64(index + 1) &* 0x9E37_79B9_7F4A_7C15 }
    func cost(of index: Int32) -> Int { costs[Int(index)] }
  }

  /// What the order should hold, in each part the newest first.
  struct Model {
    let nodes: CostNodes
    var limits: MemoryLimits
    var share: Int
    var window: [Int32] = []
    var probation: [Int32] = []
    var protected: [Int32] = []
    var challenger: Int32?

    var all: [Int32] { protected + window + probation }

    func cost(_ part: [Int32]) -> Int { part.reduce(0) { $0 + nodes.cost(of: $1) } }

    var isWindowOver: Bool {
      guard window.count > 1 else { return false }
      let entries = limits.entries.map { max($0 * share / 100, 1) } ?? .max
      let bytes = limits.bytes.map { $0 * share / 100 } ?? .max
      return window.count > entries || cost(window) > bytes
    }

    var isProtectedOver: Bool {
      let entries = limits.entries.map { max($0 - max($0 * share / 100, 1), 0) * 80 / 100 } ?? .max
      let bytes = limits.bytes.map { ($0 - $0 * share / 100) * 80 / 100 } ?? .max
      return protected.count > entries || cost(protected) > bytes
    }

    mutating func insert(_ index: Int32) {
      challenger = nil
      for _ in 0..<16 where isWindowOver { probation.insert(window.removeLast(), at: 0) }
      window.insert(index, at: 0)
    }

    mutating func use(_ index: Int32) {
      if window.contains(index) {
        window = [index] + window.filter { $0 != index }
      } else if protected.contains(index) {
        protected = [index] + protected.filter { $0 != index }
      } else {
        probation.removeAll { $0 == index }
        protected.insert(index, at: 0)
        for _ in 0..<16 where isProtectedOver { probation.insert(protected.removeLast(), at: 0) }
      }
    }

    mutating func remove(_ index: Int32) {
      if challenger == index { challenger = nil }
      window.removeAll { $0 == index }
      probation.removeAll { $0 == index }
      protected.removeAll { $0 == index }
    }

    /// Evicts one. Who came from the window and won meets the next victim too, until something is inserted.
    mutating func evict(_ frequency: (Int32) -> Int) -> Int32 {
      // Whoever is alone in probation meets the protected.
      let victim = probation.last.flatMap { $0 == challenger ? nil : $0 } ?? protected.last
      if victim == nil, challenger == nil { return window.removeLast() }
      if challenger == nil, isWindowOver {
        challenger = window.removeLast()
        probation.insert(challenger!, at: 0)
      }
      var leaves = victim ?? challenger!
      if let challenger {
        let rival = victim.map(frequency) ?? Int.max / 2
        if frequency(challenger) <= rival + rival / 4 { leaves = challenger }
      }
      remove(leaves)
      return leaves
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func partsAndVictimsAreThoseOfTheModelAfterEachStep(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let nodes = CostNodes()
    var sketch = FrequencySketch(capacity: 1_000)
    // Under the number from which on chance has a say.
    for index in 0..<64 as Range<Int32> {
      for _ in 0..<index % 5 { sketch.note(nodes.hash(of: index)) }
    }
    var model = Model(nodes: nodes, limits: MemoryLimits(entries: 30, bytes: 300), share: 25)
    var order = WindowedOrder(limits: model.limits, share: model.share)

    for step in 0..<3_000 {
      let index = Int32.random(in: 0..<64, using: &random)
      let isHeld = model.all.contains(index)
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<50 where isHeld:
        order.use(index, in: nodes)
        model.use(index)
      case 0..<80 where !isHeld:
        nodes.costs[Int(index)] = .random(in: 0..<30, using: &random)
        order.insert(index, in: nodes)
        model.insert(index)
      case 80..<88 where isHeld:
        order.remove(index, in: nodes)
        model.remove(index)
      case 88..<96 where isHeld:
        let former = nodes.costs[Int(index)]
        nodes.costs[Int(index)] = .random(in: 0..<30, using: &random)
        order.changeCost(of: index, from: former, to: nodes.costs[Int(index)])
      case 96..<98:
        model.share = WindowTuner.shares.randomElement(using: &random)!
        order.setShare(model.share)
      case 98..<100:
        model.limits = MemoryLimits(
          entries: Bool.random(using: &random) ? nil : .random(in: 0...60, using: &random),
          bytes: Bool.random(using: &random) ? nil : .random(in: 0...600, using: &random))
        order.setLimits(model.limits)
      default: break
      }
      if !model.all.isEmpty, model.all.count > 25 {
        let victim = order.victim(in: nodes, by: sketch)
        let frequency = { (index: Int32) in sketch.frequency(of: nodes.hash(of: index)) }
        let expected = model.evict(frequency)
        try #require(victim == expected, "seed \(seed), step \(step)")
        order.remove(victim, in: nodes)
      }
      order.checkInvariants(in: nodes)
      for (part, expected) in [
        (order.window, model.window), (order.probation, model.probation),
        (order.protected, model.protected),
      ] {
        var found: [Int32] = []
        part.list.appendIndexes(to: &found, in: nodes)
        try #require(found == expected, "seed \(seed), step \(step)")
      }
    }
  }
}
