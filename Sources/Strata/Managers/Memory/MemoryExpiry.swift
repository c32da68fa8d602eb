import Synchronization

/// Makes entries of a memory tier leave when they are dead, with no traffic at all: one sleeper for all
/// shards, each of which keeps its deadlines in a wheel.
final class MemoryExpiry: Sendable {
  private let core: MemoryCore
  private let interval: TimeToLive?
  private let clock: CacheClock
  private let adopted = AdoptedPolicy()
  private let onExpiry: @Sendable ([MemoryShard.Departure]) -> Void
  private let wakes: Wakes

  /// How many entries are looked at in one go, so that no lock is held for long.
  private static let portion = 256

  /// - Parameters:
  ///   - interval: The tier's own update interval.
  ///   - onExpiry: Told what left, outside of locks.
  init(
    _ core: MemoryCore, interval: TimeToLive?, clock: CacheClock,
    onExpiry: @escaping @Sendable ([MemoryShard.Departure]) -> Void
  ) {
    self.core = core
    self.interval = interval
    self.clock = clock
    self.onExpiry = onExpiry
    wakes = Wakes(count: core.shards.count)
  }

  /// When a record is dead under the policy; nil for never, and before there is a policy.
  func deadline(_ key: CacheKey, _ record: RecordMetadata) -> MonotonicInstant? {
    guard let policy = adopted.current else { return nil }
    let settings = policy.settings(for: key, managerInterval: interval)
    return record.deadInstant(under: settings.terms(for: record))
  }

  func adopt(_ policy: PolicyReference) {
    adopted.set(policy)
    wakes.start(clock: clock) { [weak self] index in self?.expire(index) }
    rescheduleAll()
    policy.onReplacement { [weak self] in
      self?.rescheduleAll()
      return self != nil
    }
  }

  /// Has a shard looked at at a moment, or earlier if that is set.
  func arm(_ index: Int, at moment: MonotonicInstant) {
    wakes.arm(index, at: moment)
  }

  /// Removes what is dead now.
  func sweep(limit: Int) -> [MemoryShard.Departure] {
    guard adopted.current != nil else { return [] }
    let now = clock.now
    var left: [MemoryShard.Departure] = []
    for (index, shard) in core.shards.enumerated() {
      while left.count < limit {
        let (more, wake) = shard.expire(
          at: now, limit: Swift.min(Self.portion, limit - left.count), judge(at: now))
        left += more
        if let wake { arm(index, at: wake) }
        guard let wake, wake <= now else { break }
      }
    }
    return left
  }

  private func expire(_ index: Int) {
    let now = clock.now
    let (left, wake) = core.shards[index].expire(at: now, limit: Self.portion, judge(at: now))
    if let wake { arm(index, at: wake) }
    if !left.isEmpty { onExpiry(left) }
  }

  private func judge(
    at now: MonotonicInstant
  ) -> @Sendable (CacheKey, RecordMetadata) -> MemoryShard.Verdict {
    { [adopted, interval] key, record in
      guard let policy = adopted.current else { return .alive(until: nil) }
      let settings = policy.settings(for: key, managerInterval: interval)
      guard let deadline = record.deadInstant(under: settings.terms(for: record)) else {
        return .alive(until: nil)
      }
      return now >= deadline ? .dead : .alive(until: deadline)
    }
  }

  private func rescheduleAll() {
    for (index, shard) in core.shards.enumerated() {
      var start: Int32 = 0
      while true {
        let end = start + Int32(Self.portion)
        let (hasMore, wake) = shard.reschedule(start..<end) { [weak self] key, record in
          self?.deadline(key, record)
        }
        if let wake { arm(index, at: wake) }
        if !hasMore { break }
        start = end
      }
    }
  }
}

extension MemoryExpiry {
  /// The wake-ups of the shards.
  private final class Wakes: Sendable {
    private struct State {
      var scheduler: ExpiryScheduler?
      var handles: [TimerWheel.Handle]
    }

    private let state: Mutex<State>

    init(count: Int) {
      state = Mutex(State(handles: Array(repeating: .unscheduled, count: count)))
    }

    func start(clock: CacheClock, _ wake: @escaping @Sendable (Int) -> Void) {
      state.withLock { state in
        guard state.scheduler == nil else { return }
        // Entries that die within the same second share a wake-up.
        state.scheduler = ExpiryScheduler(clock: clock, coalescing: .seconds(1)) { wake(Int($0)) }
      }
    }

    func arm(_ index: Int, at moment: MonotonicInstant) {
      state.withLock { state in
        guard let scheduler = state.scheduler else { return }
        if !scheduler.reschedule(state.handles[index], at: moment) {
          state.handles[index] = scheduler.schedule(UInt64(index), at: moment)
        }
      }
    }
  }
}
