/// A list of nodes, linked by their indexes, from the newest to the oldest.
struct EvictionList {
  private(set) var newest = MemoryTable.none
  private(set) var oldest = MemoryTable.none

  mutating func addNewest<Nodes: EvictionNodes & ~Copyable>(
    _ index: Int32, in nodes: borrowing Nodes
  ) {
    nodes.link(index, toNewer: MemoryTable.none)
    nodes.link(index, toOlder: newest)
    if newest == MemoryTable.none { oldest = index } else { nodes.link(newest, toNewer: index) }
    newest = index
  }

  mutating func remove<Nodes: EvictionNodes & ~Copyable>(
    _ index: Int32, in nodes: borrowing Nodes
  ) {
    let newer = nodes.newer(than: index)
    let older = nodes.older(than: index)
    if newer == MemoryTable.none { newest = older } else { nodes.link(newer, toOlder: older) }
    if older == MemoryTable.none { oldest = newer } else { nodes.link(older, toNewer: newer) }
  }

  mutating func makeNewest<Nodes: EvictionNodes & ~Copyable>(
    _ index: Int32, in nodes: borrowing Nodes
  ) {
    if newest == index { return }
    remove(index, in: nodes)
    addNewest(index, in: nodes)
  }

  func appendIndexes<Nodes: EvictionNodes & ~Copyable>(
    to found: inout [Int32], in nodes: borrowing Nodes
  ) {
    var index = newest
    while index != MemoryTable.none {
      found.append(index)
      index = nodes.older(than: index)
    }
  }
}
