extension TimerWheel {
  /// Makes a node the head of an empty list.
  mutating func makeHead(_ head: UInt32) {
    (nodes + Int(head)).initialize(to: Node(next: head, previous: head, generation: 0))
  }

  func isEmpty(_ list: UInt32) -> Bool {
    nodes[Int(list)].next == list
  }

  func first(of list: UInt32) -> UInt32? {
    let index = nodes[Int(list)].next
    return index == list ? nil : index
  }

  mutating func append(_ index: UInt32, to list: UInt32) {
    let last = nodes[Int(list)].previous
    nodes[Int(index)].next = list
    nodes[Int(index)].previous = last
    nodes[Int(index)].list = UInt16(truncatingIfNeeded: list)
    nodes[Int(last)].next = index
    nodes[Int(list)].previous = index
    if list < List.slots { mark(list) }
  }

  mutating func unlink(_ index: UInt32) {
    let next = nodes[Int(index)].next
    let previous = nodes[Int(index)].previous
    nodes[Int(previous)].next = next
    nodes[Int(next)].previous = previous
    // Only the head of a list is both before and after its one timer.
    if next == previous && next < List.slots { unmark(next) }
  }

  /// Appends all timers of a list to another one. O(1): their `list` stays what it was.
  mutating func moveAll(of list: UInt32, to target: UInt32) {
    guard let first = first(of: list) else { return }
    let last = nodes[Int(list)].previous
    let targetLast = nodes[Int(target)].previous
    nodes[Int(targetLast)].next = first
    nodes[Int(first)].previous = targetLast
    nodes[Int(last)].next = target
    nodes[Int(target)].previous = last
    nodes[Int(list)].next = list
    nodes[Int(list)].previous = list
    if list < List.slots { unmark(list) }
  }

  private mutating func mark(_ slot: UInt32) {
    let level = Int(slot >> UInt32(Self.digitBits))
    occupied[level] |= 1 << UInt64(slot & UInt32(Self.slotCount - 1))
    levels |= 1 << UInt8(level)
  }

  private mutating func unmark(_ slot: UInt32) {
    let level = Int(slot >> UInt32(Self.digitBits))
    occupied[level] &= ~(1 << UInt64(slot & UInt32(Self.slotCount - 1)))
    if occupied[level] == 0 { levels &= ~(1 << UInt8(level)) }
  }
}
