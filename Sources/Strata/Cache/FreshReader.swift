import Synchronization

/// The way of a fresh hit: top tier, clock, policy. It is not generic, takes no lock but the tier's own, and
/// allocates nothing.
public final class FreshReader: Sendable {
  /// The address of the current source. A hit must not touch its reference count: several threads would
  /// fight over one cache line. `all` keeps every source whose address this ever was; stacks are replaced
  /// by hand, and seldom.
  private let address: Atomic<UInt>
  private let all: Mutex<[ReadySource]>
  /// The stack's own shortest interval, where it has one.
  private let interval: Mutex<(@Sendable () -> TimeToLive?)?>
  private let hasInterval: Atomic<Bool>
  private let policy: PolicyReference
  private let clock: CacheClock

  init<Value: Sendable>(
    _ stack: TieredCacheManager<Value>, policy: PolicyReference, clock: CacheClock
  ) {
    let source = ReadySource(stack)
    address = Atomic(Self.address(of: source))
    all = Mutex([source])
    interval = Mutex({ stack.shortestUpdateInterval })
    hasInterval = Atomic(stack.shortestUpdateInterval != nil)
    self.policy = policy
    self.clock = clock
  }

  func replace<Value: Sendable>(with stack: TieredCacheManager<Value>) {
    let source = ReadySource(stack)
    all.withLock { $0.append(source) }
    interval.withLock { $0 = { stack.shortestUpdateInterval } }
    hasInterval.store(stack.shortestUpdateInterval != nil, ordering: .releasing)
    address.store(Self.address(of: source), ordering: .releasing)
  }

  /// The name of the tier that answers.
  @usableFromInline
  var tierName: String { withSource { $0.name } }

  /// What the top tier has at hand for a key, and whether it is fresh under any rule of the policy.
  @usableFromInline
  func read(_ key: CacheKey) -> (record: AnyCacheRecord?, isFresh: Bool) {
    guard let record = withSource({ $0.record(key) }) else { return (nil, false) }
    guard record.metadata.followsPolicy else {
      return (record.metadata.isFilled ? record : nil, false)
    }
    let updated = record.metadata.updateInstant.nanoseconds
    let bound = bound
    // The cheap clock may be behind, so it settles only what is far from its end.
    if bound > Self.margin,
      clock.recent.nanoseconds.subtractingSaturating(updated) < bound &- Self.margin
    {
      return (record, true)
    }
    return (record, clock.now.nanoseconds.subtractingSaturating(updated) < bound)
  }

  /// As `read` for each of the keys, with one look at the clock and few turns of the tier's lock.
  func read(_ keys: [CacheKey]) -> (records: [AnyCacheRecord?], fresh: [Bool]) {
    var records = withSource { $0.records(keys) }
    let now = clock.now.nanoseconds
    let bound = bound
    var fresh = [Bool](repeating: false, count: records.count)
    for (index, record) in records.enumerated() {
      guard let record else { continue }
      let metadata = record.metadata
      if metadata.followsPolicy {
        fresh[index] = now.subtractingSaturating(metadata.updateInstant.nanoseconds) < bound
      } else if !metadata.isFilled {
        records[index] = nil
      }
    }
    return (records, fresh)
  }

  /// More than a tick of the kernel is ever late, in nanoseconds.
  private static let margin: Int64 = 1_000_000_000

  private var bound: Int64 {
    guard hasInterval.load(ordering: .relaxed) else { return policy.freshBelow }
    guard let own = interval.withLock({ $0 })?() else { return policy.freshBelow }
    return policy.freshBelow(managerInterval: own)
  }

  @inline(__always)
  private func withSource<Result>(_ body: (ReadySource) -> Result) -> Result {
    guard let pointer = UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)) else {
      preconditionFailure("a reader always has a source")
    }
    return Unmanaged<ReadySource>.fromOpaque(pointer)._withUnsafeGuaranteedRef { body($0) }
  }

  private static func address(of source: ReadySource) -> UInt {
    UInt(bitPattern: Unmanaged.passUnretained(source).toOpaque())
  }
}
