#if DEBUG
  extension WindowedOrder {
    /// Stops the program if lists, segments and sums contradict each other. O(entries).
    func checkInvariants<Nodes: EvictionNodes & ~Copyable>(in nodes: borrowing Nodes) {
      check(window, .window, in: nodes)
      check(probation, .probation, in: nodes)
      check(protected, .protected, in: nodes)
    }

    private func check<Nodes: EvictionNodes & ~Copyable>(
      _ part: EvictionSegment, _ name: Segment, in nodes: borrowing Nodes
    ) {
      part.list.checkInvariants(in: nodes)
      var indexes: [Int32] = []
      part.list.appendIndexes(to: &indexes, in: nodes)
      precondition(indexes.count == part.count, "\(part.count) counted in \(name)")
      var cost: UInt = 0
      for index in indexes {
        precondition(segment(of: index) == name, "a node in \(name) is not known to be there")
        cost &+= UInt(bitPattern: nodes.cost(of: index))
      }
      precondition(cost == part.cost, "\(part.cost) bytes counted in \(name), \(cost) are there")
    }
  }

  extension EvictionList {
    /// Stops the program if the list is not the same backwards. O(entries).
    func checkInvariants<Nodes: EvictionNodes & ~Copyable>(in nodes: borrowing Nodes) {
      var newer = MemoryTable.none
      var index = newest
      while index != MemoryTable.none {
        precondition(nodes.newer(than: index) == newer, "the order is not the same backwards")
        newer = index
        index = nodes.older(than: index)
      }
      precondition(oldest == newer, "the order does not end with the oldest")
    }
  }
#endif
