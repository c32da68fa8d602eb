/// The shards of a memory tier and the way to the right one: all of the tier that a hit needs.
///
/// It is not generic, so that a hit runs code that the compiler knows fully, whatever the values.
final class MemoryCore: Sendable {
  let shards: [MemoryShard]
  /// The same shards for those who hit them.
  let hits: HitPath

  /// - Parameter count: A power of two.
  init(
    limits: MemoryLimits, policy: EvictionPolicy, count: Int, isListenedTo: Bool,
    now: MonotonicInstant
  ) {
    shards = (0..<count).map {
      MemoryShard(
        limits: limits.part($0, of: count), policy: policy, isListenedTo: isListenedTo,
        now: now)
    }
    hits = HitPath(shards)
  }

  deinit {
    hits.deallocate()
  }

  func shard(_ key: CacheKey) -> MemoryShard { shards[hits.index(key.hash)] }

  /// The index of the shard of a key.
  func shardIndex(_ key: CacheKey) -> Int { hits.index(key.hash) }

  /// The record of a key, which counts as a use; nil when there is none.
  @inline(__always)
  func hit(_ key: CacheKey) -> AnyCacheRecord? { hits.record(key) }

  /// As `hit` for each of the keys, shard by shard.
  func records(_ keys: [CacheKey]) -> [AnyCacheRecord?] {
    // Where each shard's part begins in a list of the keys' places, in the order of the shards.
    var starts = [Int](repeating: 0, count: shards.count + 1)
    for key in keys { starts[hits.index(key.hash) + 1] += 1 }
    for index in shards.indices { starts[index + 1] += starts[index] }
    var ends = starts
    var places = [Int](repeating: 0, count: keys.count)
    for (place, key) in keys.enumerated() {
      let shard = hits.index(key.hash)
      places[ends[shard]] = place
      ends[shard] += 1
    }
    var records = [AnyCacheRecord?](repeating: nil, count: keys.count)
    for (index, shard) in shards.enumerated() {
      // No turn of the lock is long.
      for start in stride(from: starts[index], to: starts[index + 1], by: 64) {
        let end = Swift.min(start + 64, starts[index + 1])
        shard.hits(keys, at: places[start..<end], &records)
      }
    }
    return records
  }
}

extension MemoryCore {
  /// The way to the shards without their reference counts, or that of the core, which several threads would
  /// fight over. Whoever holds one keeps the core alive as long.
  struct HitPath: @unchecked Sendable {
    // Sendable since what it points to is written once, before it is handed out.
    private let shards: UnsafeMutablePointer<Unmanaged<MemoryShard>>
    private let shift: UInt64

    /// - Parameter shards: A power of two of them.
    fileprivate init(_ shards: [MemoryShard]) {
      self.shards = .allocate(capacity: shards.count)
      for (index, shard) in shards.enumerated() {
        (self.shards + index).initialize(to: .passUnretained(shard))
      }
      // The upper bits of the hash choose the shard, the lower ones the slot in it. One shard takes none:
      // a shift by 63, then by one.
      shift = UInt64(63 - shards.count.trailingZeroBitCount)
    }

    fileprivate func deallocate() {
      shards.deallocate()
    }

    @inline(__always)
    func index(_ hash: UInt64) -> Int {
      Int(truncatingIfNeeded: (hash &>> shift) &>> 1)
    }

    @inline(__always)
    func record(_ key: CacheKey) -> AnyCacheRecord? {
      key.withProbe { probe in
        shards[index(probe.hash)]._withUnsafeGuaranteedRef { $0.hit(probe) }
      }
    }
  }
}
