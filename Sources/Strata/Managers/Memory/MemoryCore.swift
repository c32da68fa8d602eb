/// The shards of a memory tier and the way to the right one: all of the tier that a hit needs.
///
/// It is not generic, so that a hit runs code that the compiler knows fully, whatever the values.
final class MemoryCore: Sendable {
  let shards: [MemoryShard]
  // The same shards as unmanaged pointers: a hit must not touch their reference counts, which several
  // threads would fight over. `shards` keeps them alive as long as this.
  nonisolated(unsafe) private let pointers: UnsafeMutablePointer<Unmanaged<MemoryShard>>
  private let shift: UInt64

  /// - Parameter count: A power of two.
  init(
    limits: MemoryLimits, policy: EvictionPolicy, count: Int, namesDepartures: Bool,
    now: MonotonicInstant
  ) {
    shards = (0..<count).map {
      MemoryShard(
        limits: limits.part($0, of: count), policy: policy, namesDepartures: namesDepartures,
        now: now)
    }
    pointers = .allocate(capacity: count)
    for (index, shard) in shards.enumerated() {
      (pointers + index).initialize(to: Unmanaged.passUnretained(shard))
    }
    // The upper bits of the hash choose the shard, the lower ones the slot in it. A shift by 64 is zero.
    shift = UInt64(64 - count.trailingZeroBitCount)
  }

  deinit {
    pointers.deallocate()
  }

  @inline(__always)
  func shard(_ key: borrowing CacheKey) -> MemoryShard {
    pointers[Int(truncatingIfNeeded: key.hash >> shift)]._withUnsafeGuaranteedRef { $0 }
  }

  /// The index of the shard of a key.
  func shardIndex(_ key: CacheKey) -> Int {
    Int(truncatingIfNeeded: key.hash >> shift)
  }

  /// The record of a key, which counts as a use; nil when there is none.
  @inline(__always)
  func hit(_ key: borrowing CacheKey) -> AnyCacheRecord? {
    key.withProbe { probe in
      pointers[Int(truncatingIfNeeded: probe.hash >> shift)]._withUnsafeGuaranteedRef {
        $0.hit(probe)
      }
    }
  }
}
