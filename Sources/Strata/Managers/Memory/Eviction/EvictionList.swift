/// A list of nodes, linked by their indexes, from the newest to the oldest.
struct EvictionList {
  private(set) var newest = MemoryTable.none
  private(set) var oldest = MemoryTable.none

  mutating func addNewest(_ index: Int32, in nodes: borrowing MemoryNodes) {
    let node = nodes[index]
    node.pointee.newer = MemoryTable.none
    node.pointee.older = newest
    if newest == MemoryTable.none { oldest = index } else { nodes[newest].pointee.newer = index }
    newest = index
  }

  mutating func remove(_ index: Int32, in nodes: borrowing MemoryNodes) {
    let newer = nodes[index].pointee.newer
    let older = nodes[index].pointee.older
    if newer == MemoryTable.none { newest = older } else { nodes[newer].pointee.older = older }
    if older == MemoryTable.none { oldest = newer } else { nodes[older].pointee.newer = newer }
  }

  mutating func makeNewest(_ index: Int32, in nodes: borrowing MemoryNodes) {
    if newest == index { return }
    remove(index, in: nodes)
    addNewest(index, in: nodes)
  }

  func appendIndexes(to found: inout [Int32], in nodes: borrowing MemoryNodes) {
    var index = newest
    while index != MemoryTable.none {
      found.append(index)
      index = nodes[index].pointee.older
    }
  }
}
