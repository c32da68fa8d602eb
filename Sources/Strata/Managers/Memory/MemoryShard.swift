import Synchronization

/// One shard of the memory tier: a table, its limits, its counters and its removals, under one lock.
///
/// All ways to add or remove an entry go through here. Each hands out what left and why, so that callbacks
/// run, and records are released, outside of the lock.
final class MemoryShard: Sendable {
  struct State: ~Copyable {
    var table: MemoryTable
    var removals = RemovalLedger(slots: 128)
    var limits: MemoryLimits
    var counters = Counters()
    /// When entries are dead; payloads are the indexes of nodes.
    var wheel: TimerWheel
    /// When the shard is looked at next; nil for not at all.
    var armed: MonotonicInstant?
    /// Whether the keys of what leaves are always asked for.
    let isListenedTo: Bool
    var events: CacheEvents?

    /// Whether the keys of what leaves are asked for now.
    var namesDepartures: Bool { isListenedTo || events?.hasListeners ?? false }

    @inline(__always)
    mutating func hit(_ probe: KeyProbe) -> AnyCacheRecord? {
      let index = table.find(probe)
      guard index != MemoryTable.none else { return nil }
      let record = table.record(at: index)
      // An empty one is not an answer: who asks goes on to `fetch`, which counts.
      guard record.metadata.isFilled else { return nil }
      table.touch(index)
      counters.readyHits &+= 1
      return record
    }
  }

  struct Counters {
    var hits = 0
    /// Hits by `hit`.
    var readyHits = 0
    var misses = 0
    var updates = 0
    var refusedUpdates = 0
    var removals = 0
    var evictions = 0
    var expirations = 0
  }

  /// An entry that left the table.
  struct Departure {
    /// Nil where nobody listens: it would have to be made.
    let key: CacheKey?
    let record: AnyCacheRecord
    let reason: RemovalReason
  }

  let state: Mutex<State>

  /// - Parameter isListenedTo: Whether the keys of what leaves are always asked for.
  init(
    limits: MemoryLimits, policy: EvictionPolicy, isListenedTo: Bool, now: MonotonicInstant
  ) {
    state = Mutex(
      State(
        table: MemoryTable(policy, limits: limits), limits: limits,
        wheel: TimerWheel(startingAt: now),
        isListenedTo: isListenedTo))
  }

  /// Names what leaves from now on when somebody listens to these events.
  func attach(_ events: CacheEvents) {
    state.withLock { $0.events = events }
  }

  /// The record of a key, which counts as a use; nil when there is no filled one, which is
  /// not counted.
  @inline(__always)
  func hit(_ probe: KeyProbe) -> AnyCacheRecord? {
    state.withLock { $0.hit(probe) }
  }

  /// As `hit` for the keys at some places of a list, with one turn of the lock.
  func hits(_ keys: [CacheKey], at places: ArraySlice<Int>, _ records: inout [AnyCacheRecord?]) {
    // Handed over by a pointer, which lives as long as the call.
    records.withUnsafeMutableBufferPointer { records in
      nonisolated(unsafe) let records = records
      state.withLock { state in
        for place in places { records[place] = keys[place].withProbe { state.hit($0) } }
      }
    }
  }

  /// The record of a key, which counts as a use; nil when there is none.
  func fetch(_ key: CacheKey) -> AnyCacheRecord? {
    state.withLock { state in
      let index = state.table.find(key)
      guard index != MemoryTable.none else {
        state.counters.misses += 1
        return nil
      }
      state.table.touch(index)
      state.counters.hits += 1
      return state.table.record(at: index)
    }
  }

  /// The record of a key, neither counted nor made the most recently used.
  func peek(_ key: CacheKey) -> AnyCacheRecord? {
    state.withLock { state in
      let index = state.table.find(key)
      return index == MemoryTable.none ? nil : state.table.record(at: index)
    }
  }

  /// The record of a key; the given one, inserted, when there is none.
  func fetchOrInsert(
    _ key: CacheKey, _ empty: AnyCacheRecord, cost: Int, _ departures: inout [Departure]
  ) -> AnyCacheRecord {
    let (record, left) = state.withLock { state in
      let index = state.table.find(key)
      guard index == MemoryTable.none else {
        state.table.touch(index)
        state.counters.hits += 1
        return (state.table.record(at: index), [Departure]())
      }
      state.counters.misses += 1
      guard state.fits(cost) else { return (empty, []) }
      state.table.insert(key, empty, cost: cost)
      return (empty, state.evictOverLimits())
    }
    departures += left
    return record
  }

  /// Stores a record by the rules of `CacheManager.updateIfNeeded`.
  ///
  /// - Returns: Whether it was stored, and when the shard is to be looked at, if that is earlier than it
  ///   would be.
  func update(
    _ key: CacheKey, _ record: AnyCacheRecord, cost: Int, asOf began: Stamp,
    deadAt deadline: MonotonicInstant?, _ departures: inout [Departure]
  ) -> (stored: Bool, wake: MonotonicInstant?) {
    let (stored, left, wake) = state.withLock { state in
      let (index, left) = state.update(key, record, cost: cost, asOf: began)
      guard let index else { return (false, left, MonotonicInstant?.none) }
      state.setDeadline(deadline, of: index)
      let wake = state.earlierWake(deadline)
      return (true, left + state.evictOverLimits(), wake)
    }
    departures += left
    return (stored, wake)
  }

  /// Removes a key's record unless it is newer than `stamp`.
  func delete(_ key: CacheKey, asOf stamp: Stamp) -> Departure? {
    state.withLock { state in
      state.removals.note(key, at: stamp)
      let index = state.table.find(key)
      guard index != MemoryTable.none,
        state.table.record(at: index).metadata.stamp <= stamp
      else { return nil }
      state.counters.removals += 1
      return state.take(index, because: .removed)
    }
  }

  /// Removes the records of a scope that are not newer than `stamp`.
  func remove(_ scope: RemovalScope, asOf stamp: Stamp) -> [Departure] {
    state.withLock { state in
      state.removals.note(scope, at: stamp)
      let left = state.remove(scope, asOf: stamp)
      state.counters.removals += left.count
      return left
    }
  }

  /// Puts other limits in force and evicts what is over them.
  func setLimits(_ limits: MemoryLimits) -> [Departure] {
    state.withLock { state in
      state.limits = limits
      state.table.order.setLimits(limits)
      return state.evictOverLimits()
    }
  }

  /// Evicts, by the policy, until at most a share of the entries and of the bytes is left.
  func trim(toShare share: Double) -> [Departure] {
    state.withLock { state in
      let entries = Int(Double(state.table.count) * share)
      let bytes = Int(Double(state.table.cost) * share)
      return state.evict { $0.count > entries || $0.cost > bytes }
    }
  }

  /// Hits by `hit`.
  var readyHits: Int { state.withLock { $0.counters.readyHits } }

  /// What the shard holds of a scope, the last to be evicted first.
  func entries(in scope: RemovalScope, tier: String) -> [EntryInfo] {
    state.withLock { state in
      var entries: [EntryInfo] = []
      for index in state.table.indexesByUse() {
        let key = state.table.key(at: index)
        let metadata = state.table.record(at: index).metadata
        if scope.covers(key, tags: metadata.tags) {
          entries.append(
            EntryInfo(
              key: key, metadata: metadata, byteCount: state.table.cost(at: index), tier: tier))
        }
      }
      return entries
    }
  }

  /// Adds this shard's counters and sizes.
  func add(to sum: inout CacheStatistics) {
    let (counters, entries, bytes) = state.withLock {
      ($0.counters, $0.table.count, $0.table.cost)
    }
    sum.hits += counters.hits + counters.readyHits
    sum.misses += counters.misses
    sum.updates += counters.updates
    sum.refusedUpdates += counters.refusedUpdates
    sum.removals += counters.removals
    sum.evictions += counters.evictions
    sum.expirations += counters.expirations
    sum.entryCount = (sum.entryCount ?? 0) + entries
    sum.byteCount = (sum.byteCount ?? 0).addingSaturating(bytes)
  }
}

extension MemoryShard.State {
  func fits(_ cost: Int) -> Bool {
    cost <= limits.bytesPerEntry && !limits.isExceeded(entries: 1, bytes: cost)
  }

  /// Takes an entry out, with its deadline.
  mutating func take(_ index: Int32, because reason: RemovalReason) -> MemoryShard.Departure {
    _ = wheel.cancel(table.timer(at: index))
    let key = namesDepartures ? table.key(at: index) : nil
    return MemoryShard.Departure(key: key, record: table.remove(index), reason: reason)
  }

  /// - Returns: The index of the node if the record was stored, and what left for it.
  mutating func update(
    _ key: CacheKey, _ record: AnyCacheRecord, cost: Int, asOf began: Stamp
  ) -> (index: Int32?, left: [MemoryShard.Departure]) {
    guard removals.permits(key, tags: record.metadata.tags, asOf: began) else {
      counters.refusedUpdates += 1
      return (nil, [])
    }
    let index = table.find(key)
    guard index != MemoryTable.none else {
      guard fits(cost) else {
        counters.refusedUpdates += 1
        return (nil, [])
      }
      counters.updates += 1
      return (table.insert(key, record, cost: cost), [])
    }
    let known = table.record(at: index).metadata
    let isNewer =
      record.metadata.isFilled && (!known.isFilled || record.metadata.stamp > known.stamp)
    guard isNewer else {
      counters.refusedUpdates += 1
      return (nil, [])
    }
    guard fits(cost) else {
      // The older copy must not be served in place of the one that was refused.
      counters.evictions += 1
      return (nil, [take(index, because: .capacity)])
    }
    let former = table.replace(index, with: record, cost: cost)
    counters.updates += 1
    return (index, [MemoryShard.Departure(key: key, record: former, reason: .replaced)])
  }

  mutating func evictOverLimits() -> [MemoryShard.Departure] {
    let limits = limits
    return evict { limits.isExceeded(entries: $0.count, bytes: $0.cost) }
  }

  mutating func evict(
    while isOver: (borrowing MemoryTable) -> Bool
  ) -> [MemoryShard.Departure] {
    var left: [MemoryShard.Departure] = []
    while isOver(table) {
      let victim = table.victim()
      if victim == MemoryTable.none { break }
      left.append(take(victim, because: .capacity))
    }
    counters.evictions += left.count
    return left
  }

  /// Removes the records of a scope that are not newer than `stamp`.
  mutating func remove(_ scope: RemovalScope, asOf stamp: Stamp) -> [MemoryShard.Departure] {
    var left: [MemoryShard.Departure] = []
    for index in 0..<table.nodes.used where table.nodes.isLive(index) {
      let node = table.nodes[index]
      guard node.pointee.record.metadata.stamp <= stamp else { continue }
      let isCovered =
        switch scope {
        case .everything: true
        case .domain(let domain): node.pointee.hasDomain(domain)
        case .tag(let tag): node.pointee.record.metadata.tags.contains(tag)
        }
      if isCovered { left.append(take(index, because: .removed)) }
    }
    return left
  }
}
