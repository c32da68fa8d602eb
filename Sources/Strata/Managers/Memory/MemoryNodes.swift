/// The nodes of a table, by index, in blocks that never move: growing copies nothing and wastes little.
struct MemoryNodes: ~Copyable {
  private static let shift: Int32 = 8
  private static let blockSize = 256

  private var blocks: UnsafeMutablePointer<UnsafeMutablePointer<MemoryNode>>
  private var blockCapacity = 4
  // The first block grows from a few nodes, for tables that stay small.
  private var capacity: Int32 = 8
  /// How many nodes were ever in use: indexes are below it.
  private(set) var used: Int32 = 0
  private var free = MemoryTable.none

  init() {
    blocks = .allocate(capacity: blockCapacity)
    blocks.initialize(to: .allocate(capacity: Int(capacity)))
  }

  deinit {
    for index in 0..<used where isLive(index) {
      self[index].pointee.freeKey()
      self[index].deinitialize(count: 1)
    }
    for block in 0..<blockCount { blocks[block].deallocate() }
    blocks.deallocate()
  }

  @inline(__always)
  subscript(index: Int32) -> UnsafeMutablePointer<MemoryNode> {
    blocks[Int(truncatingIfNeeded: index >> Self.shift)]
      + Int(truncatingIfNeeded: index & (1 << Self.shift - 1))
  }

  /// Whether there is an entry at an index.
  func isLive(_ index: Int32) -> Bool {
    index < used && self[index].pointee.cost >= 0
  }

  /// - Returns: The index of the new node.
  mutating func add(_ node: consuming MemoryNode) -> Int32 {
    let index: Int32
    if free != MemoryTable.none {
      index = free
      free = self[index].pointee.older
    } else {
      if used == capacity { grow() }
      index = used
      used += 1
    }
    self[index].initialize(to: node)
    return index
  }

  /// Takes a node out.
  ///
  /// - Returns: Its record.
  mutating func remove(_ index: Int32) -> AnyCacheRecord {
    let node = self[index]
    node.pointee.freeKey()
    let record = node.pointee.record
    node.deinitialize(count: 1)
    // What is left is plain numbers, which a free node is known and linked by.
    node.pointee.cost = -1
    node.pointee.older = free
    free = index
    return record
  }

  private var blockCount: Int { Swift.max(Int(capacity) / Self.blockSize, 1) }

  private mutating func grow() {
    if Int(capacity) < Self.blockSize {
      let larger = UnsafeMutablePointer<MemoryNode>.allocate(capacity: Int(capacity) * 2)
      // All are live or free, and free ones are plain numbers.
      UnsafeMutableRawPointer(larger).copyMemory(
        from: blocks[0], byteCount: Int(capacity) * MemoryLayout<MemoryNode>.stride)
      blocks[0].deallocate()
      blocks[0] = larger
      capacity *= 2
      return
    }
    let count = blockCount
    if count == blockCapacity {
      let larger = UnsafeMutablePointer<UnsafeMutablePointer<MemoryNode>>.allocate(
        capacity: count * 2)
      larger.moveInitialize(from: blocks, count: count)
      blocks.deallocate()
      blocks = larger
      blockCapacity = count * 2
    }
    (blocks + count).initialize(to: .allocate(capacity: Self.blockSize))
    capacity += Int32(Self.blockSize)
  }
}
