/// A list of nodes that knows how many they are and what they cost.
struct EvictionSegment {
  /// The most that a segment is to hold.
  struct Bounds {
    var entries: Int
    var bytes: UInt

    static let none = Bounds(entries: .max, bytes: .max)
  }

  private(set) var list = EvictionList()
  private(set) var count = 0
  // It wraps around: a sum of costs that fits no word is right again once enough has left, and while bytes are
  // limited it does fit.
  private(set) var cost: UInt = 0

  var oldest: Int32 { list.oldest }

  @inline(__always)
  func exceeds(_ bounds: Bounds) -> Bool {
    count > bounds.entries || cost > bounds.bytes
  }

  mutating func addNewest<Nodes: EvictionNodes & ~Copyable>(
    _ index: Int32, in nodes: borrowing Nodes
  ) {
    list.addNewest(index, in: nodes)
    count &+= 1
    cost &+= UInt(bitPattern: nodes.cost(of: index))
  }

  mutating func remove<Nodes: EvictionNodes & ~Copyable>(
    _ index: Int32, in nodes: borrowing Nodes
  ) {
    list.remove(index, in: nodes)
    count &-= 1
    cost &-= UInt(bitPattern: nodes.cost(of: index))
  }

  mutating func makeNewest<Nodes: EvictionNodes & ~Copyable>(
    _ index: Int32, in nodes: borrowing Nodes
  ) {
    list.makeNewest(index, in: nodes)
  }

  /// Takes in that a node of the list costs something else now.
  mutating func changeCost(from former: Int, to new: Int) {
    cost &+= UInt(bitPattern: new) &- UInt(bitPattern: former)
  }
}
