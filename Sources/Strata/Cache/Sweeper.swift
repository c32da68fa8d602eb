import Synchronization

/// Sweeps a stack from time to time: in small portions, so that no tier's writer is held for long.
final class Sweeper: Sendable {
  private let scheduler: ExpiryScheduler
  private let clock: CacheClock
  private let interval: Duration
  private let sweep: @Sendable (_ limit: Int) async -> Int
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// How many records go in one portion.
  private static let portion = 256

  /// - Parameters:
  ///   - interval: From the end of one sweep to the next.
  ///   - sweep: Removes at most so many records, and tells how many went.
  init(
    _ scheduler: ExpiryScheduler, clock: CacheClock, interval: Duration,
    sweep: @escaping @Sendable (_ limit: Int) async -> Int
  ) {
    self.scheduler = scheduler
    self.clock = clock
    self.interval = Swift.max(interval, .milliseconds(10))
    self.sweep = sweep
    arm()
  }

  deinit {
    task.withLock { $0 }?.cancel()
  }

  private func arm() {
    scheduler.schedule(at: clock.now.advanced(by: interval)) { [weak self] in self?.start() }
  }

  private func start() {
    let next = Task { [weak self, sweep] in
      while !Task.isCancelled, await sweep(Self.portion) == Self.portion { await Task.yield() }
      self?.arm()
    }
    task.withLock { $0 = next }
  }
}
