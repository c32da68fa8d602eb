#if DEBUG
  import Synchronization

  extension MemoryTable {
    /// Stops the program if the table contradicts itself. O(entries).
    mutating func checkInvariants() {
      order.checkInvariants(in: nodes)
      let indexes = indexesByUse()
      precondition(indexes.count == count, "\(count) entries counted, \(indexes.count) in order")
      precondition(Set(indexes).count == count, "an entry is in the order twice")
      var sum = 0
      for index in indexes {
        precondition(nodes.isLive(index), "an entry in the order is free")
        precondition(find(key(at: index)) == index, "an entry is not found by its key")
        sum = sum.addingSaturating(cost(at: index))
      }
      precondition(sum == cost, "\(cost) bytes counted, \(sum) in the entries")
      let live = (0..<nodes.used).count { nodes.isLive($0) }
      precondition(live == count, "\(count) entries counted, \(live) nodes in use")
      let filled = (0...mask).count { slots[$0] != 0 }
      precondition(filled == count, "\(count) entries counted, \(filled) slots filled")
      precondition(filled <= mask, "no slot is free, a search would never end")
    }
  }

  extension MemoryShard {
    /// Stops the program if table, limits and wheel contradict each other. O(entries).
    func checkInvariants() {
      state.withLock { state in
        state.table.checkInvariants()
        precondition(
          !state.limits.isExceeded(entries: state.table.count, bytes: state.table.cost),
          "the shard is over its limits")
        let timers = state.table.indexesByUse().count {
          state.table.timer(at: $0) != .unscheduled
        }
        precondition(
          timers == state.wheel.count,
          "\(timers) entries have a deadline, \(state.wheel.count) are in the wheel")
        state.wheel.checkInvariants()
      }
    }
  }

  extension MemoryCacheManager {
    /// Stops the program if a shard contradicts itself. O(entries).
    func checkInvariants() {
      for shard in core.shards { shard.checkInvariants() }
    }

    /// The keys of all shards, in each the last to be evicted first.
    var keysByUse: [CacheKey] {
      core.shards.flatMap { shard in
        shard.state.withLock { state in
          state.table.indexesByUse().map { state.table.key(at: $0) }
        }
      }
    }
  }
#endif
