/// The order in which the entries of a shard are evicted.
///
/// Uses are noted in a small buffer and worked off together: when it is full, and before the order decides
/// anything. That changes no decision, and spares each hit the wait for the two neighbours of its node, which
/// in a large cache are in no processor cache; several at once are fetched beside each other.
struct EvictionOrder: ~Copyable {
  private static let bufferSize = 32

  private let uses: UnsafeMutablePointer<Int32>
  private var useCount = 0
  private var recency = EvictionList()

  init(_ policy: EvictionPolicy) {
    uses = .allocate(capacity: Self.bufferSize)
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
    recency.addNewest(index, in: nodes)
  }

  mutating func remove(_ index: Int32, in nodes: borrowing MemoryNodes) {
    settle(nodes)
    recency.remove(index, in: nodes)
  }

  /// The node to evict next, or `none`.
  mutating func victim(in nodes: borrowing MemoryNodes) -> Int32 {
    settle(nodes)
    return recency.oldest
  }

  /// All nodes, the last to be evicted first.
  mutating func indexes(in nodes: borrowing MemoryNodes) -> [Int32] {
    settle(nodes)
    var found: [Int32] = []
    recency.appendIndexes(to: &found, in: nodes)
    return found
  }

  /// Works off the uses noted so far.
  @inline(never)
  private mutating func settle(_ nodes: borrowing MemoryNodes) {
    for position in 0..<useCount { recency.makeNewest(uses[position], in: nodes) }
    useCount = 0
  }
}
