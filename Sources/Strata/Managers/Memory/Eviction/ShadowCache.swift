/// A cache of nothing but hashes, small and of fixed size, that only tells what would have been a hit.
struct ShadowCache: ~Copyable {
  private let nodes: ShadowNodes
  private var order: WindowedOrder
  // Hash table with chains: the first node of each.
  private let heads: UnsafeMutablePointer<Int32>
  private let mask: Int
  private let capacity: Int
  private var count = 0
  /// The node to use next, once as many nodes are in use as there may be entries.
  private var spare: Int32

  /// - Parameter share: Of the window, 1 to 100 per cent.
  init(capacity: Int, share: Int) {
    self.capacity = capacity
    // One more than stay: an entry is inserted before another leaves for it.
    nodes = ShadowNodes(count: capacity + 1)
    order = WindowedOrder(limits: MemoryLimits(entries: capacity, bytes: nil), share: share)
    var size = 16
    while size < capacity { size *= 2 }
    heads = .allocate(capacity: size)
    heads.initialize(repeating: MemoryTable.none, count: size)
    mask = size - 1
    spare = Int32(capacity)
  }

  deinit {
    heads.deallocate()
  }

  /// Asks for a key, which is there from now on.
  ///
  /// - Returns: Whether it was there.
  mutating func request(_ hash: UInt64, by sketch: borrowing FrequencySketch) -> Bool {
    let head = self.head(hash)
    var index = heads[head]
    while index != MemoryTable.none {
      if nodes[index].pointee.hash == hash {
        order.use(index, in: nodes)
        return true
      }
      index = nodes[index].pointee.next
    }
    let new = count < capacity ? Int32(count) : spare
    nodes[new].initialize(to: ShadowNode(hash: hash, next: heads[head]))
    heads[head] = new
    order.insert(new, in: nodes)
    if count < capacity {
      count += 1
    } else {
      spare = order.victim(in: nodes, by: sketch)
      order.remove(spare, in: nodes)
      unchain(spare)
    }
    return false
  }

  private func head(_ hash: UInt64) -> Int {
    Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) &>> 32) & mask
  }

  private func unchain(_ index: Int32) {
    let head = self.head(nodes[index].pointee.hash)
    let next = nodes[index].pointee.next
    if heads[head] == index {
      heads[head] = next
      return
    }
    var before = heads[head]
    while nodes[before].pointee.next != index { before = nodes[before].pointee.next }
    nodes[before].pointee.next = next
  }
}
