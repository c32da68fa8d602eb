import Synchronization

/// The flights under way, one a key.
final class FlightTable<Value: Sendable>: Sendable {
  private typealias Shard = Mutex<[CacheKey: Flight<Value>]>

  private final class Box: Sendable {
    let flights = Mutex<[CacheKey: Flight<Value>]>([:])
  }

  private let shards = (0..<16).map { _ in Box() }

  private func shard(_ key: CacheKey) -> Box {
    shards[Int(truncatingIfNeeded: key.hash >> 60)]
  }

  /// A place in the flight of a key, which is made and registered when there is none that can be joined.
  ///
  /// - Returns: The flight, the place, and whether it was made: the caller then starts it.
  func board(_ key: CacheKey, isKept: Bool) -> (flight: Flight<Value>, place: UInt64, isNew: Bool) {
    shard(key).flights.withLock { flights in
      if let flight = flights[key], let place = flight.board(isKept: isKept) {
        return (flight, place, false)
      }
      let flight = Flight<Value>(key)
      flights[key] = flight
      // A flight that nobody has seen can be boarded.
      return (flight, flight.board(isKept: isKept) ?? 0, true)
    }
  }

  /// A new flight that nobody waits for; nil when there is one.
  func launch(_ key: CacheKey) -> Flight<Value>? {
    shard(key).flights.withLock { flights in
      guard flights[key] == nil else { return nil }
      let flight = Flight<Value>(key)
      flight.keep()
      flights[key] = flight
      return flight
    }
  }

  /// The flight of a key that is under way.
  func flight(_ key: CacheKey) -> Flight<Value>? {
    shard(key).flights.withLock { $0[key] }
  }

  /// Takes a flight out, if it is still the key's.
  func remove(_ flight: Flight<Value>) {
    shard(flight.key).flights.withLock { flights in
      if flights[flight.key] === flight { flights[flight.key] = nil }
    }
  }

  /// Takes out the flight of a key that is removed, so that who comes from now on starts anew. One under
  /// way goes on for its callers; its result is refused by the stack.
  func detach(_ key: CacheKey) {
    // The flight is released outside of the lock.
    let flight = shard(key).flights.withLock { $0.removeValue(forKey: key) }
    _ = flight
  }

  /// Takes out the flights that a removal covers.
  func detach(where isCovered: @Sendable (CacheKey) -> Bool) {
    for shard in shards {
      let former = shard.flights.withLock { flights in
        defer { flights = flights.filter { !isCovered($0.key) } }
        return flights
      }
      _ = former
    }
  }

  /// The keys of those under way.
  func keys(where isCovered: @Sendable (CacheKey) -> Bool) -> [CacheKey] {
    shards.flatMap { shard in shard.flights.withLock { $0.keys.filter(isCovered) } }
  }

  /// How many are under way.
  var count: Int {
    shards.reduce(0) { sum, shard in sum + shard.flights.withLock { $0.count } }
  }
}
