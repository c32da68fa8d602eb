import Synchronization

/// Several managers as one: read from the first that has the key, written through to all.
///
/// ```swift
/// let stack = TieredCacheManager<OpenGraphData> {
///   MemoryCacheManager()
///   try LMDBCacheManager(directory: "/var/cache/previews")
/// }
/// ```
///
/// ## Guarantees
/// - A read goes from the top; what a lower tier has is copied into those above it with its dates, stamp and
///   time to live as they are.
/// - A write goes to all tiers, top first; each keeps the newer of what it has and what it is given.
/// - A removal goes from the bottom up and is over when it returns. It waits for writes of what it covers
///   that are under way, and no backfill or write of what was there before it ended brings anything back.
/// - A tier that fails is a miss. After failures in a row it is left alone for a while. What it missed is
///   made up for when it works again, and until then what it has of those keys is not used.
///
/// Tiers may be stacks themselves, or decorators around others.
public final class TieredCacheManager<Value: Sendable>: CacheManager {
  /// The tiers, fastest first.
  public let tiers: [Tier<Value>]
  public let name: String

  let top: any CacheManager<Value>
  let clock: CacheClock
  let traffic = StackTraffic()
  let written = WrittenStamps()
  private let attached = Mutex<CacheEvents?>(nil)
  private let hitCount = Atomic<Int>(0)
  private let missCount = Atomic<Int>(0)

  /// - Parameter tiers: Fastest first; one at least.
  public convenience init(
    name: String = "tiered", clock: CacheClock = .system,
    @TierBuilder<Value> tiers: () throws -> [Tier<Value>]
  ) rethrows {
    self.init(name: name, clock: clock, tiers: try tiers())
  }

  /// - Parameter managers: Fastest first; one at least.
  public convenience init(
    _ managers: [any CacheManager<Value>], name: String = "tiered", clock: CacheClock = .system
  ) {
    self.init(name: name, clock: clock, tiers: managers.map { Tier($0) })
  }

  private init(name: String, clock: CacheClock, tiers: [Tier<Value>]) {
    // A stack of none holds nothing.
    self.tiers = tiers.isEmpty ? [Tier(NoCacheManager())] : tiers
    top = self.tiers[0].manager
    self.name = name
    self.clock = clock
  }

  public var updateInterval: TimeToLive? {
    for tier in tiers {
      if let interval = tier.manager.updateInterval { return interval }
    }
    return nil
  }

  public func updateInterval(for key: CacheKey) -> TimeToLive? {
    for tier in tiers {
      if let interval = tier.manager.updateInterval(for: key) { return interval }
    }
    return nil
  }

  public var shortestUpdateInterval: TimeToLive? {
    var shortest: TimeToLive?
    for tier in tiers {
      guard let interval = tier.manager.shortestUpdateInterval else { continue }
      shortest = shortest.map { TimeToLive.shorter($0, interval) } ?? interval
    }
    return shortest
  }

  public var readyName: String {
    // A tier that is a stack itself says which of its own tiers it is.
    let name = top.readyName
    return name == top.name ? tiers[0].name : name
  }

  var events: CacheEvents? { attached.withLock { $0 } }

  public func attach(_ events: CacheEvents) {
    attached.withLock { $0 = events }
    for tier in tiers { tier.manager.attach(events) }
  }

  public func adopt(_ policy: PolicyReference) {
    for tier in tiers { tier.manager.adopt(policy) }
  }

  public var statistics: CacheStatistics {
    var sum = CacheStatistics(name: name)
    sum.parts = tiers.map { tier in
      var part = tier.manager.statistics
      part.name = tier.name
      // What a tier counts itself is seen here as well, but for time limits.
      part.errors = Swift.max(part.errors, tier.errorCount)
      return part
    }
    sum.hits = hitCount.load(ordering: .relaxed) + readyHits
    sum.misses = missCount.load(ordering: .relaxed)
    sum.errors = sum.parts.reduce(0) { $0 + $1.errors }
    return sum
  }

  /// Counts a request that went through the tiers: one, however many of them it came to.
  func count(isHit: Bool) {
    if isHit {
      hitCount.add(1, ordering: .relaxed)
    } else {
      missCount.add(1, ordering: .relaxed)
    }
  }
}

/// A manager that counts what `fetchIfReady` gave: those hits are the stack's too, and it does not see them.
package protocol ReadyCounting {
  var readyHits: Int { get }
}

extension TieredCacheManager: ReadyCounting {
  package var readyHits: Int { (top as? any ReadyCounting)?.readyHits ?? 0 }
}
