/// The table of one shard of the memory tier: records by key, and their order of use.
///
/// It is not generic: records are held as references to their common class. It knows neither locks nor
/// limits; `MemoryShard` does.
struct MemoryTable: ~Copyable {
  // An open-addressing table of 8-byte slots, linear probing, at most 3/4 full, removal by shifting back
  // (Knuth, volume 3, 6.4, algorithm R). A slot holds 32 bits of the hash and the index of a node, so that
  // a probe touches a node only when it is, but for one case in four thousand million, the right one.
  // Nodes lie in one array and are linked by index, most recently used first.

  struct Node {
    var key: CacheKey
    var record: AnyCacheRecord
    var newer: Int32
    var older: Int32
    var cost: Int
    /// The deadline at which the entry is dead, in the shard's wheel.
    var timer = TimerWheel.Handle.unscheduled
  }

  static let none: Int32 = -1

  private var slots: UnsafeMutablePointer<UInt64>
  private var mask: Int
  private var nodes: UnsafeMutablePointer<Node>
  private var nodeCapacity: Int
  private var used: Int32 = 0
  private var free: [Int32] = []
  private(set) var newest = MemoryTable.none
  private(set) var oldest = MemoryTable.none
  private(set) var count = 0
  /// The sum of the costs, saturating.
  private(set) var cost = 0

  init() {
    mask = 15
    slots = .allocate(capacity: 16)
    slots.initialize(repeating: 0, count: 16)
    nodeCapacity = 12
    nodes = .allocate(capacity: 12)
  }

  deinit {
    var index = newest
    while index != Self.none {
      let next = nodes[Int(index)].older
      (nodes + Int(index)).deinitialize(count: 1)
      index = next
    }
    nodes.deallocate()
    slots.deallocate()
  }

  /// The index of a key's node, or `none`.
  @inline(__always)
  func find(_ key: borrowing CacheKey) -> Int32 {
    let hash = key.hash
    let tag = hash >> 32
    var position = Int(truncatingIfNeeded: hash) & mask
    while true {
      let slot = slots[position]
      if slot == 0 { return Self.none }
      if slot >> 32 == tag {
        let index = Int32(truncatingIfNeeded: slot) &- 1
        if nodes[Int(index)].key == key { return index }
      }
      position = (position &+ 1) & mask
    }
  }

  @inline(__always)
  func record(at index: Int32) -> AnyCacheRecord { nodes[Int(index)].record }
  func key(at index: Int32) -> CacheKey { nodes[Int(index)].key }
  func cost(at index: Int32) -> Int { nodes[Int(index)].cost }
  func timer(at index: Int32) -> TimerWheel.Handle { nodes[Int(index)].timer }
  mutating func setTimer(_ timer: TimerWheel.Handle, at index: Int32) {
    nodes[Int(index)].timer = timer
  }
  /// The next less recently used node.
  func older(than index: Int32) -> Int32 { nodes[Int(index)].older }

  /// Makes a node the most recently used.
  @inline(__always)
  mutating func touch(_ index: Int32) {
    if newest == index { return }
    unlink(index)
    linkNewest(index)
  }

  /// Adds a key that is not in the table, as the most recently used.
  ///
  /// - Returns: The index of its node.
  @discardableResult
  mutating func insert(_ key: CacheKey, _ record: AnyCacheRecord, cost: Int) -> Int32 {
    if (count + 1) * 4 > (mask + 1) * 3 { grow() }
    let index = takeNode()
    (nodes + Int(index)).initialize(
      to: Node(key: key, record: record, newer: Self.none, older: Self.none, cost: cost))
    place(key.hash, index)
    linkNewest(index)
    count += 1
    self.cost = self.cost.addingSaturating(cost)
    return index
  }

  /// Puts another record in a node's place, as the most recently used.
  ///
  /// - Returns: The record that was there.
  mutating func replace(_ index: Int32, with record: AnyCacheRecord, cost: Int) -> AnyCacheRecord {
    let former = nodes[Int(index)].record
    subtract(nodes[Int(index)].cost)
    nodes[Int(index)].record = record
    nodes[Int(index)].cost = cost
    self.cost = self.cost.addingSaturating(cost)
    touch(index)
    return former
  }

  /// Whether there is an entry at an index.
  func isLive(_ index: Int32) -> Bool {
    index < used && nodes[Int(index)].cost >= 0
  }

  /// Whether nodes from an index on were ever used.
  func hasNodes(from index: Int32) -> Bool { index < used }

  /// Takes a node out.
  mutating func remove(_ index: Int32) -> (key: CacheKey, record: AnyCacheRecord) {
    unlink(index)
    vacate(nodes[Int(index)].key.hash, index)
    let node = (nodes + Int(index)).move()
    // The cost of a node that is free is negative: it is what tells it from a live one.
    nodes[Int(index)].cost = -1
    free.append(index)
    count -= 1
    subtract(node.cost)
    return (node.key, node.record)
  }

  /// A cost that saturated can't be taken off again: the sum is then counted anew.
  private mutating func subtract(_ amount: Int) {
    if cost != .max {
      cost = Swift.max(cost - amount, 0)
      return
    }
    var sum = 0
    var index = newest
    while index != Self.none {
      sum = sum.addingSaturating(nodes[Int(index)].cost)
      index = nodes[Int(index)].older
    }
    cost = sum == .max ? .max : Swift.max(sum - amount, 0)
  }

  // MARK: Slots

  private func place(_ hash: UInt64, _ index: Int32) {
    var position = Int(truncatingIfNeeded: hash) & mask
    while slots[position] != 0 { position = (position &+ 1) & mask }
    slots[position] = (hash & ~0xFFFF_FFFF) | UInt64(UInt32(bitPattern: index &+ 1))
  }

  private func vacate(_ hash: UInt64, _ index: Int32) {
    var hole = Int(truncatingIfNeeded: hash) & mask
    while Int32(truncatingIfNeeded: slots[hole]) != index &+ 1 { hole = (hole &+ 1) & mask }
    var position = hole
    while true {
      position = (position &+ 1) & mask
      let slot = slots[position]
      if slot == 0 { break }
      let index = Int(Int32(truncatingIfNeeded: slot) &- 1)
      let home = Int(truncatingIfNeeded: nodes[index].key.hash) & mask
      // It may move into the hole unless its home lies cyclically between the two.
      if (position &- home) & mask >= (position &- hole) & mask {
        slots[hole] = slot
        hole = position
      }
    }
    slots[hole] = 0
  }

  private mutating func grow() {
    slots.deallocate()
    let size = (mask + 1) * 2
    slots = .allocate(capacity: size)
    slots.initialize(repeating: 0, count: size)
    mask = size - 1
    var index = newest
    while index != Self.none {
      place(nodes[Int(index)].key.hash, index)
      index = nodes[Int(index)].older
    }
  }

  // MARK: Nodes

  private mutating func takeNode() -> Int32 {
    if let index = free.popLast() { return index }
    if Int(used) == nodeCapacity {
      // All are in use: the array can be moved as a whole.
      let capacity = nodeCapacity + Swift.max(nodeCapacity / 2, 8)
      let larger = UnsafeMutablePointer<Node>.allocate(capacity: capacity)
      larger.moveInitialize(from: nodes, count: nodeCapacity)
      nodes.deallocate()
      nodes = larger
      nodeCapacity = capacity
    }
    used += 1
    return used - 1
  }

  private mutating func linkNewest(_ index: Int32) {
    nodes[Int(index)].newer = Self.none
    nodes[Int(index)].older = newest
    if newest == Self.none { oldest = index } else { nodes[Int(newest)].newer = index }
    newest = index
  }

  private mutating func unlink(_ index: Int32) {
    let newer = nodes[Int(index)].newer
    let older = nodes[Int(index)].older
    if newer == Self.none { newest = older } else { nodes[Int(newer)].older = older }
    if older == Self.none { oldest = newer } else { nodes[Int(older)].newer = newer }
  }
}
