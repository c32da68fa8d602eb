#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension TimerWheel {
  static let smallestChunkCapacity: UInt32 = 8
  static let smallestPlaceCapacity: UInt32 = 64
  /// Tables with fewer places are kept when the last timer goes: they are not worth making again.
  static let keptCapacity: UInt32 = 4_096
  /// Tells the index of the next unused place from the position of a timer.
  static let unusedBit: UInt32 = 1 << 31

  /// A place for a new timer.
  mutating func takePlace() -> UInt32 {
    if firstFreePlace != Queue.none {
      let index = firstFreePlace
      let next = places[Int(index)]
      firstFreePlace = next == Queue.none ? next : next & ~Self.unusedBit
      return index
    }
    if usedPlaces == placeCapacity {
      // Positions have 31 bits, and some are lost to chunks that are not full.
      precondition(usedPlaces < 1 << 30, "A timer wheel holds at most a billion timers")
      placeCapacity *= 2
      places = Self.resize(places, to: Int(placeCapacity))
    }
    usedPlaces += 1
    return usedPlaces - 1
  }

  /// Ends a timer that is in no queue any more: its place can be used again.
  mutating func end(_ index: UInt32) {
    count -= 1
    places[Int(index)] =
      firstFreePlace == Queue.none ? Queue.none : firstFreePlace | Self.unusedBit
    firstFreePlace = index
    if count == 0 && placeCapacity > Self.keptCapacity { shrink() }
    assertInvariants()
  }

  mutating func takeChunk() -> UInt32 {
    if firstFreeChunk != Queue.none {
      let chunk = firstFreeChunk
      firstFreeChunk = chunks[Int(chunk)].next
      return chunk
    }
    if usedChunks == chunkCapacity {
      chunkCapacity *= 2
      timers = Self.resize(timers, to: Int(chunkCapacity) * Self.chunkSize)
      chunks = Self.resize(chunks, to: Int(chunkCapacity))
    }
    usedChunks += 1
    return usedChunks - 1
  }

  /// Gives back the chunk that a position is in.
  mutating func giveBackChunk(of position: UInt32) {
    let chunk = UInt32(Int(position) / Self.chunkSize)
    chunks[Int(chunk)].next = firstFreeChunk
    chunks[Int(chunk)].queue = Queue.none
    firstFreeChunk = chunk
  }

  /// Gives back the memory of an empty wheel. Handles stay harmless, since generations go on.
  private mutating func shrink() {
    (usedChunks, firstFreeChunk) = (0, Queue.none)
    (usedPlaces, firstFreePlace) = (0, Queue.none)
    chunkCapacity = Self.smallestChunkCapacity
    placeCapacity = Self.smallestPlaceCapacity
    timers = Self.resize(timers, to: Int(chunkCapacity) * Self.chunkSize)
    chunks = Self.resize(chunks, to: Int(chunkCapacity))
    places = Self.resize(places, to: Int(placeCapacity))
  }

  /// A table of another size with the same content, as far as it fits.
  ///
  /// `realloc`, since it moves a large table by its pages, not its bytes: growing to ten million timers
  /// never stops the owner for a copy of them.
  static func resize<Element: BitwiseCopyable>(
    _ table: UnsafeMutablePointer<Element>?, to capacity: Int
  ) -> UnsafeMutablePointer<Element> {
    guard let memory = realloc(table, capacity * MemoryLayout<Element>.stride) else {
      preconditionFailure("No memory for a timer wheel of \(capacity) places")
    }
    return memory.bindMemory(to: Element.self, capacity: capacity)
  }

  static func release<Element: BitwiseCopyable>(_ table: UnsafeMutablePointer<Element>) {
    free(table)
  }
}
