/// An entry of a shadow cache.
struct ShadowNode {
  let hash: UInt64
  /// The next node in the chain of the hash table.
  var next: Int32
  var newer = MemoryTable.none
  var older = MemoryTable.none
}

/// The nodes of a shadow cache. Each costs one.
struct ShadowNodes: ~Copyable, EvictionNodes {
  private let nodes: UnsafeMutablePointer<ShadowNode>

  init(count: Int) {
    nodes = .allocate(capacity: count)
  }

  deinit {
    nodes.deallocate()
  }

  @inline(__always)
  subscript(index: Int32) -> UnsafeMutablePointer<ShadowNode> {
    nodes + Int(truncatingIfNeeded: index)
  }

  func newer(than index: Int32) -> Int32 { self[index].pointee.newer }
  func older(than index: Int32) -> Int32 { self[index].pointee.older }
  func link(_ index: Int32, toNewer newer: Int32) { self[index].pointee.newer = newer }
  func link(_ index: Int32, toOlder older: Int32) { self[index].pointee.older = older }
  func hash(of index: Int32) -> UInt64 { self[index].pointee.hash }
  func cost(of index: Int32) -> Int { 1 }
}
