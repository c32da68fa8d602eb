/// The table of one shard of the memory tier: records by key, and their order of use.
///
/// It is not generic: records are held as references to their common class. It knows no locks and keeps no
/// limits; `MemoryShard` does.
struct MemoryTable: ~Copyable {
  // An open-addressing table of 8-byte slots, linear probing, at most 13/16 full, removal by shifting back
  // (Knuth, volume 3, 6.4, algorithm R). A slot holds 32 bits of the hash and the index of a node, so that
  // a probe touches a node only when it is, but for one case in four thousand million, the right one.

  static let none: Int32 = -1

  var slots: UnsafeMutablePointer<UInt64>
  var mask: Int
  var nodes = MemoryNodes()
  var order: EvictionOrder
  private(set) var count = 0
  /// The sum of the costs, saturating.
  private(set) var cost = 0

  /// - Parameter limits: Of the shard, which its policy may divide among entries of several kinds.
  init(_ policy: EvictionPolicy, limits: MemoryLimits) {
    mask = 15
    slots = .allocate(capacity: 16)
    slots.initialize(repeating: 0, count: 16)
    order = EvictionOrder(policy, limits: limits)
  }

  deinit {
    slots.deallocate()
  }

  /// The index of a key's node, or `none`.
  @inline(__always)
  func find(_ probe: KeyProbe) -> Int32 {
    let hash = probe.hash
    let tag = hash >> 32
    var position = Int(truncatingIfNeeded: hash) & mask
    while true {
      let slot = slots[position]
      if slot == 0 { return Self.none }
      if slot >> 32 == tag {
        let index = Int32(truncatingIfNeeded: slot) &- 1
        if nodes[index].pointee.hasKey(probe) { return index }
      }
      position = (position &+ 1) & mask
    }
  }

  func find(_ key: CacheKey) -> Int32 {
    key.withProbe { find($0) }
  }

  @inline(__always)
  func record(at index: Int32) -> AnyCacheRecord { nodes[index].pointee.record }
  /// The key of a node, made anew from its bytes.
  func key(at index: Int32) -> CacheKey { nodes[index].pointee.key }
  func cost(at index: Int32) -> Int { nodes[index].pointee.cost }
  func timer(at index: Int32) -> TimerWheel.Handle { nodes[index].pointee.timer }
  func setTimer(_ timer: TimerWheel.Handle, at index: Int32) {
    nodes[index].pointee.timer = timer
  }

  /// Notes that a node was used.
  @inline(__always)
  mutating func touch(_ index: Int32) {
    order.touch(index, in: nodes)
  }

  /// The node to evict next, or `none`.
  mutating func victim() -> Int32 {
    order.victim(in: nodes)
  }

  /// The nodes, the last to be evicted first.
  mutating func indexesByUse() -> [Int32] {
    order.indexes(in: nodes)
  }

  /// Adds a key that is not in the table, as just used.
  ///
  /// - Returns: The index of its node.
  @discardableResult
  mutating func insert(_ key: CacheKey, _ record: AnyCacheRecord, cost: Int) -> Int32 {
    if (count + 1) * 16 > (mask + 1) * 13 { grow() }
    let index = nodes.add(MemoryNode(key, record, cost: cost))
    place(key.hash, index)
    count += 1
    self.cost = self.cost.addingSaturating(cost)
    order.insert(index, in: nodes)
    return index
  }

  /// Puts another record in a node's place, as just used.
  ///
  /// - Returns: The record that was there.
  mutating func replace(_ index: Int32, with record: AnyCacheRecord, cost: Int) -> AnyCacheRecord {
    let node = nodes[index]
    let former = node.pointee.record
    let formerCost = node.pointee.cost
    node.pointee.record = record
    node.pointee.cost = cost
    order.changeCost(of: index, from: formerCost, to: cost)
    changeCost(from: formerCost, to: cost)
    touch(index)
    return former
  }

  /// Takes a node out.
  mutating func remove(_ index: Int32) -> AnyCacheRecord {
    order.remove(index, in: nodes)
    vacate(nodes[index].pointee.hash, index)
    count -= 1
    let cost = nodes[index].pointee.cost
    let record = nodes.remove(index)
    changeCost(from: cost, to: 0)
    return record
  }

  /// Takes in that an entry's cost has changed. What has saturated can't be taken off again: the sum is then
  /// counted anew.
  private mutating func changeCost(from former: Int, to new: Int) {
    if cost != .max {
      cost = Swift.max(cost - former, 0).addingSaturating(new)
      return
    }
    cost = 0
    for index in 0..<nodes.used where nodes.isLive(index) {
      cost = cost.addingSaturating(nodes[index].pointee.cost)
    }
  }
}
