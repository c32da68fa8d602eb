extension MemoryTable {
  func place(_ hash: UInt64, _ index: Int32) {
    var position = Int(truncatingIfNeeded: hash) & mask
    while slots[position] != 0 { position = (position &+ 1) & mask }
    slots[position] = (hash & ~0xFFFF_FFFF) | UInt64(UInt32(bitPattern: index &+ 1))
  }

  func vacate(_ hash: UInt64, _ index: Int32) {
    var hole = Int(truncatingIfNeeded: hash) & mask
    while Int32(truncatingIfNeeded: slots[hole]) != index &+ 1 { hole = (hole &+ 1) & mask }
    var position = hole
    while true {
      position = (position &+ 1) & mask
      let slot = slots[position]
      if slot == 0 { break }
      let home =
        Int(truncatingIfNeeded: nodes[Int32(truncatingIfNeeded: slot) &- 1].pointee.hash) & mask
      // It may move into the hole unless its home lies cyclically between the two.
      if (position &- home) & mask >= (position &- hole) & mask {
        slots[hole] = slot
        hole = position
      }
    }
    slots[hole] = 0
  }

  mutating func grow() {
    slots.deallocate()
    let size = (mask + 1) * 2
    slots = .allocate(capacity: size)
    slots.initialize(repeating: 0, count: size)
    mask = size - 1
    for index in 0..<nodes.used where nodes.isLive(index) {
      place(nodes[index].pointee.hash, index)
    }
  }
}
