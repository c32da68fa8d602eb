#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension TimerWheel {
  /// The heads of the lists and the first timers.
  static let smallestCapacity = List.count + 60
  /// A table smaller than this is kept when the last timer goes: it is not worth making it again.
  static let keptCapacity: UInt32 = 4_096

  /// A node for a new timer, in no list.
  mutating func takeNode() -> UInt32 {
    if firstFree != 0 {
      let index = firstFree
      firstFree = nodes[Int(index)].next
      return index
    }
    if used == capacity {
      precondition(used < .max, "A timer wheel holds at most four billion timers")
      capacity = capacity > .max / 2 ? .max : capacity * 2
      nodes = Self.resize(nodes, to: capacity)
    }
    let index = used
    used += 1
    (nodes + Int(index)).initialize(
      to: Node(next: index, previous: index, generation: generationFloor))
    return index
  }

  /// Makes a node that is in no list ready to be used again, and its handle worthless.
  mutating func giveBack(_ index: UInt32) {
    let generation = nodes[Int(index)].generation &+ 1
    nodes[Int(index)].generation = generation
    nodes[Int(index)].tick = Node.unused
    nodes[Int(index)].next = firstFree
    firstFree = index
    generationFloor = Swift.max(generationFloor, generation)
    if count == 0 && capacity > Self.keptCapacity {
      used = List.count
      firstFree = 0
      capacity = Self.smallestCapacity
      nodes = Self.resize(nodes, to: capacity)
    }
  }

  /// A table of another size with the same nodes, as far as they fit.
  ///
  /// `realloc`, since it moves a large table by its pages, not its bytes: growing to ten million timers
  /// never stops the owner for a copy of them.
  static func resize(
    _ nodes: UnsafeMutablePointer<Node>?, to capacity: UInt32
  ) -> UnsafeMutablePointer<Node> {
    guard let memory = realloc(nodes, Int(capacity) * MemoryLayout<Node>.stride) else {
      preconditionFailure("No memory for \(capacity) timers")
    }
    return memory.bindMemory(to: Node.self, capacity: Int(capacity))
  }

  static func release(_ nodes: UnsafeMutablePointer<Node>) {
    free(nodes)
  }
}
