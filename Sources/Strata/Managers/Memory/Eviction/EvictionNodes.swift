/// Nodes that lists and orders link by their indexes.
protocol EvictionNodes: ~Copyable {
  func newer(than index: Int32) -> Int32
  func older(than index: Int32) -> Int32
  func link(_ index: Int32, toNewer newer: Int32)
  func link(_ index: Int32, toOlder older: Int32)
  /// A hash of the node's key, which differs from that of nearly all others.
  func hash(of index: Int32) -> UInt64
  /// What the node counts for against a limit in bytes; not negative.
  func cost(of index: Int32) -> Int
}

extension MemoryNodes: EvictionNodes {
  @inline(__always)
  func newer(than index: Int32) -> Int32 { self[index].pointee.newer }
  @inline(__always)
  func older(than index: Int32) -> Int32 { self[index].pointee.older }
  @inline(__always)
  func link(_ index: Int32, toNewer newer: Int32) { self[index].pointee.newer = newer }
  @inline(__always)
  func link(_ index: Int32, toOlder older: Int32) { self[index].pointee.older = older }
  @inline(__always)
  func hash(of index: Int32) -> UInt64 { self[index].pointee.hash }
  @inline(__always)
  func cost(of index: Int32) -> Int { self[index].pointee.cost }
}
