/// The order in which the entries of a shard are evicted, by its policy.
///
/// Uses are noted in a small buffer and worked off together: when it is full, and before the order decides
/// anything. That changes no decision, and spares each hit the wait for the two neighbours of its node, which
/// in a large cache are in no processor cache; several at once are fetched beside each other.
struct EvictionOrder: ~Copyable {
  private static let bufferSize = 32

  private let uses: UnsafeMutablePointer<Int32>
  private var useCount = 0
  private var recency = EvictionList()
  /// The order in place of `recency`, under that policy.
  private var windowTinyLFU: WindowTinyLFU?

  init(_ policy: EvictionPolicy, limits: MemoryLimits) {
    uses = .allocate(capacity: Self.bufferSize)
    switch policy {
    case .leastRecentlyUsed: windowTinyLFU = nil
    case .windowTinyLFU: windowTinyLFU = WindowTinyLFU(limits: limits)
    }
  }

  deinit {
    uses.deallocate()
  }

  /// Notes that a node was used.
  @inline(__always)
  mutating func touch(_ index: Int32, in nodes: borrowing MemoryNodes) {
    if useCount == Self.bufferSize { settle(nodes) }
    uses[useCount] = index
    useCount &+= 1
  }

  mutating func insert(_ index: Int32, in nodes: borrowing MemoryNodes) {
    settle(nodes)
    if windowTinyLFU?.insert(index, in: nodes) == nil { recency.addNewest(index, in: nodes) }
  }

  mutating func remove(_ index: Int32, in nodes: borrowing MemoryNodes) {
    settle(nodes)
    if windowTinyLFU?.remove(index, in: nodes) == nil { recency.remove(index, in: nodes) }
  }

  /// Takes in that a node costs something else now.
  mutating func changeCost(of index: Int32, from former: Int, to new: Int) {
    windowTinyLFU?.changeCost(of: index, from: former, to: new)
  }

  mutating func setLimits(_ limits: MemoryLimits) {
    windowTinyLFU?.setLimits(limits)
  }

  /// The node to evict next, or `none`.
  mutating func victim(in nodes: borrowing MemoryNodes) -> Int32 {
    settle(nodes)
    return windowTinyLFU?.victim(in: nodes) ?? recency.oldest
  }

  /// All nodes, the last to be evicted first, as far as that is known beforehand.
  mutating func indexes(in nodes: borrowing MemoryNodes) -> [Int32] {
    settle(nodes)
    var found: [Int32] = []
    if windowTinyLFU?.appendIndexes(to: &found, in: nodes) == nil {
      recency.appendIndexes(to: &found, in: nodes)
    }
    return found
  }

  /// Works off the uses noted so far.
  @inline(never)
  private mutating func settle(_ nodes: borrowing MemoryNodes) {
    for position in 0..<useCount {
      if windowTinyLFU?.use(uses[position], in: nodes) == nil {
        recency.makeNewest(uses[position], in: nodes)
      }
    }
    useCount = 0
  }

  #if DEBUG
    /// Stops the program if the order contradicts itself. O(entries).
    mutating func checkInvariants(in nodes: borrowing MemoryNodes) {
      settle(nodes)
      if windowTinyLFU?.checkInvariants(in: nodes) == nil { recency.checkInvariants(in: nodes) }
    }
  #endif
}
