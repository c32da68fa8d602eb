extension TimerWheel {
  /// Adds a timer at the end of a queue and notes its place.
  mutating func append(_ timer: Timer, to queue: UInt32) {
    let position = nextPosition(in: queue)
    timers[Int(position)] = timer
    places[Int(timer.index)] = position
  }

  /// Takes out the first timer of a queue that is not empty. Its place is left as it was.
  mutating func popFirst(of queue: UInt32) -> Timer {
    let first = queues[Int(queue)].first
    let timer = timers[Int(first)]
    if first == queues[Int(queue)].last {
      clear(queue, of: first)
    } else if Int(first) % Self.chunkSize == Self.chunkSize - 1 {
      let next = chunks[Int(first) / Self.chunkSize].next
      chunks[Int(next)].previous = Queue.none
      queues[Int(queue)].first = next * UInt32(Self.chunkSize)
      giveBackChunk(of: first)
    } else {
      queues[Int(queue)].first = first + 1
    }
    return timer
  }

  /// Takes out the timer at a position; the last one of its queue moves there.
  mutating func remove(at position: UInt32) {
    let queue = queue(of: position)
    let last = queues[Int(queue)].last
    if position != last {
      timers[Int(position)] = timers[Int(last)]
      places[Int(timers[Int(position)].index)] = position
    }
    if last == queues[Int(queue)].first {
      clear(queue, of: last)
    } else if Int(last) % Self.chunkSize == 0 {
      let previous = chunks[Int(last) / Self.chunkSize].previous
      chunks[Int(previous)].next = Queue.none
      queues[Int(queue)].last = previous * UInt32(Self.chunkSize) + UInt32(Self.chunkSize - 1)
      giveBackChunk(of: last)
    } else {
      queues[Int(queue)].last = last - 1
    }
  }

  func queue(of position: UInt32) -> UInt32 {
    chunks[Int(position) / Self.chunkSize].queue
  }

  /// Makes room for one more timer at the end of a queue.
  private mutating func nextPosition(in queue: UInt32) -> UInt32 {
    let last = queues[Int(queue)].last
    if last != Queue.none && Int(last) % Self.chunkSize != Self.chunkSize - 1 {
      queues[Int(queue)].last = last + 1
      return last + 1
    }
    let chunk = takeChunk()
    let position = chunk * UInt32(Self.chunkSize)
    (chunks + Int(chunk)).initialize(to: Chunk(queue: queue))
    queues[Int(queue)].last = position
    if last == Queue.none {
      queues[Int(queue)].first = position
      if queue < Queue.slots { mark(queue) }
    } else {
      let previous = UInt32(Int(last) / Self.chunkSize)
      chunks[Int(chunk)].previous = previous
      chunks[Int(previous)].next = chunk
    }
    return position
  }

  private mutating func clear(_ queue: UInt32, of position: UInt32) {
    queues[Int(queue)] = Queue()
    giveBackChunk(of: position)
    if queue < Queue.slots { unmark(queue) }
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
