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
      var (length, chunkCount) = (0, 0)
      for queue in 0..<Queue.count { checkQueue(queue, &length, &chunkCount) }
      precondition(length == count, "\(count) timers counted, \(length) in the queues")
      for level in 0..<Self.levelCount {
        precondition(
          (occupied[level] != 0) == (levels & 1 << UInt8(level) != 0),
          "level \(level) is marked wrongly")
      }
      var chunk = firstFreeChunk
      while chunk != Queue.none {
        chunkCount += 1
        precondition(chunkCount <= Int(usedChunks), "the free chunks form a circle")
        precondition(chunks[Int(chunk)].queue == Queue.none, "a chunk in use is free as well")
        chunk = chunks[Int(chunk)].next
      }
      precondition(chunkCount == Int(usedChunks), "a chunk is lost")
      var places = 0
      var place = firstFreePlace
      while place != Queue.none {
        places += 1
        precondition(places <= Int(usedPlaces), "the free places form a circle")
        let next = self.places[Int(place)]
        precondition(next & Self.unusedBit != 0, "a place in use is free as well")
        place = next == Queue.none ? next : next & ~Self.unusedBit
      }
      precondition(places + count == Int(usedPlaces), "a place is lost")
    #endif
  }

  #if DEBUG || STRATA_CHECK_INVARIANTS
    private func checkQueue(_ queue: UInt32, _ length: inout Int, _ chunkCount: inout Int) {
      let (first, last) = (queues[Int(queue)].first, queues[Int(queue)].last)
      if queue < Queue.slots {
        let bit: UInt64 = 1 << UInt64(Int(queue) % Self.slotCount)
        precondition(
          (occupied[Int(queue) / Self.slotCount] & bit != 0) == (first != Queue.none),
          "slot \(queue) is marked wrongly")
      }
      if first == Queue.none { return }
      var position = first
      var previous = Queue.none
      while true {
        let chunk = chunks[Int(position) / Self.chunkSize]
        if position == first || Int(position) % Self.chunkSize == 0 {
          precondition(chunk.queue == queue && chunk.previous == previous, "a chunk linked wrongly")
          previous = UInt32(Int(position) / Self.chunkSize)
          chunkCount += 1
          precondition(chunkCount <= Int(usedChunks), "queue \(queue) is a circle")
        }
        length += 1
        check(timers[Int(position)], at: position, in: queue)
        if position == last {
          precondition(chunk.next == Queue.none, "queue \(queue) goes on after its last timer")
          return
        }
        let isLast = Int(position) % Self.chunkSize == Self.chunkSize - 1
        position = isLast ? chunk.next * UInt32(Self.chunkSize) : position + 1
      }
    }

    private func check(_ timer: Timer, at position: UInt32, in queue: UInt32) {
      precondition(places[Int(timer.index)] == position, "a place that leads elsewhere")
      switch queue {
      case Queue.overdue, Queue.overdue + 1: precondition(timer.tick <= hand, "not due yet")
      case Queue.never: precondition(timer.tick > Self.lastTick, "this one has a deadline")
      case falling: precondition(timer.tick >= hand, "came down too late")
      default:
        precondition(timer.tick >= hand && slot(for: timer.tick) == queue, "in the wrong slot")
      }
    }
  #endif
}
