import Synchronization

/// A policy that can be replaced while caches and managers go by it: all who hold the reference see the
/// new one from their next read on.
public final class PolicyReference: Sendable {
  private let policy: Mutex<ExpiryPolicy>
  // The shortest life of any record that has none of its own, so that a hit on a young record needs
  // neither the lock nor a look at the rules.
  private let shortest: Atomic<Int64>
  // The share of a manager's own interval below which every record is fresh, in units of 2^-16.
  private let share: Atomic<Int64>
  private let changes = Atomic<UInt64>(0)
  private let observers = Mutex<[@Sendable () -> Bool]>([])

  public init(_ policy: ExpiryPolicy) {
    self.policy = Mutex(policy)
    shortest = Atomic(Self.shortestLife(policy))
    share = Atomic(Self.smallestShare(policy))
  }

  /// The policy in force.
  public var current: ExpiryPolicy {
    policy.withLock { $0 }
  }

  /// Counts replacements, so that what was derived from a policy can be seen to be old.
  public var generation: UInt64 { changes.load(ordering: .acquiring) }

  /// Puts another policy in force, at once, for what is stored already too.
  public func replace(with policy: ExpiryPolicy) {
    self.policy.withLock {
      // Never longer than true while the two change: a reader that sees the old policy is right as well.
      let next = Self.shortestLife(policy)
      if next < shortest.load(ordering: .relaxed) { shortest.store(next, ordering: .releasing) }
      share.store(Self.smallestShare(policy), ordering: .releasing)
      $0 = policy
      shortest.store(next, ordering: .releasing)
      changes.add(1, ordering: .releasing)
    }
    let current = observers.withLock { observers in
      let current = observers
      observers = []
      return current
    }
    // Outside of the lock: an observer may look at the policy, or observe more.
    let living = current.filter { $0() }
    observers.withLock { $0 = living + $0 }
  }

  /// Calls back after each replacement, for as long as the call returns true.
  func onReplacement(_ observer: @escaping @Sendable () -> Bool) {
    observers.withLock { $0.append(observer) }
  }

  /// The settings for a key.
  public func settings(for key: CacheKey, managerInterval: TimeToLive? = nil) -> CacheSettings {
    current.settings(for: key, managerInterval: managerInterval)
  }

  /// An age in nanoseconds below which every record that follows the policy is fresh, whatever its domain.
  var freshBelow: Int64 { shortest.load(ordering: .relaxed) }

  /// The same for records whose interval may be a manager's own.
  func freshBelow(managerInterval: TimeToLive) -> Int64 {
    guard case .after(let life) = managerInterval else { return freshBelow }
    let units = share.load(ordering: .relaxed)
    let part = (life.saturatingNanoseconds >> 16).multipliedReportingOverflow(by: units)
    return Swift.min(freshBelow, part.overflow ? .max : part.partialValue)
  }

  private static func shortestLife(_ policy: ExpiryPolicy) -> Int64 {
    allSettings(policy).reduce(Int64.max) { shortest, settings in
      guard case .after(let life) = settings.updateInterval else { return shortest }
      return Swift.min(shortest, life.scaled(by: freshShare(settings)).saturatingNanoseconds)
    }
  }

  private static func smallestShare(_ policy: ExpiryPolicy) -> Int64 {
    Int64(allSettings(policy).reduce(1.0) { Swift.min($0, freshShare($1)) } * 65_536)
  }

  private static func allSettings(_ policy: ExpiryPolicy) -> [CacheSettings] {
    [policy.defaults] + policy.rules.map { policy.defaults.applying($0.options) }
  }

  /// The share of a life during which nothing needs to be looked at: neither jitter nor refresh-ahead.
  private static func freshShare(_ settings: CacheSettings) -> Double {
    let share = 1 - Swift.min(Swift.max(settings.jitter, 0), 1)
    return Swift.min(share, settings.refreshAhead ?? 1)
  }
}
