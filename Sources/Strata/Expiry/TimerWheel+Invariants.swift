extension TimerWheel {
  /// Called at the end of every change; does nothing unless built with `STRATA_CHECK_INVARIANTS`, since
  /// it visits every timer.
  @inline(__always)
  func assertInvariants() {
    #if STRATA_CHECK_INVARIANTS
      checkInvariants()
    #endif
  }

  /// Stops the program if the wheel contradicts itself. Empty in release builds. O(timers).
  func checkInvariants() {
    #if DEBUG || STRATA_CHECK_INVARIANTS
      var seen = 0
      for list in 0..<List.count { seen += checkList(list) }
      precondition(seen == count, "\(count) timers counted, \(seen) in the lists")
      precondition(count >= 0 && Int(used) <= Int(capacity))
      for level in 0..<Self.levelCount {
        precondition(
          (occupied[level] != 0) == (levels & 1 << UInt8(level) != 0),
          "level \(level) is marked wrongly")
      }
      var unused = 0
      var index = firstFree
      while index != 0 {
        precondition(nodes[Int(index)].tick == Node.unused, "a place in use is free as well")
        unused += 1
        precondition(unused <= Int(used), "the free places form a circle")
        index = nodes[Int(index)].next
      }
      precondition(count + unused + Int(List.count) == Int(used), "a place is lost")
    #endif
  }

  #if DEBUG || STRATA_CHECK_INVARIANTS
    /// Checks one list and returns its length.
    private func checkList(_ list: UInt32) -> Int {
      var length = 0
      var previous = list
      var index = nodes[Int(list)].next
      while index != list {
        let node = nodes[Int(index)]
        precondition(index >= List.count && index < used, "a link leads out of the table")
        precondition(node.previous == previous, "the links of \(index) differ")
        checkPlace(of: node, in: list)
        length += 1
        precondition(length <= count, "list \(list) is longer than there are timers")
        previous = index
        index = node.next
      }
      precondition(nodes[Int(list)].previous == previous, "the end of list \(list) is lost")
      if list < List.slots {
        let level = Int(list) / Self.slotCount
        let bit: UInt64 = 1 << UInt64(Int(list) % Self.slotCount)
        precondition((occupied[level] & bit != 0) == (length > 0), "slot \(list) is marked wrongly")
      }
      return length
    }

    private func checkPlace(of node: Node, in list: UInt32) {
      switch list {
      case List.due, List.overdue:
        precondition(node.tick <= hand, "not due yet")
      case List.falling:
        precondition(node.tick >= hand, "came down too late")
      default:
        precondition(
          self.list(for: node.tick, ifPassed: List.overdue) == list, "a timer in the wrong slot")
        precondition(UInt32(node.list) == list, "a timer that names another slot")
      }
    }
  #endif
}
