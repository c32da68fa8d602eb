import Synchronization

/// Bounds how many loads run at once, in all and by domain; the others wait in the order in which they
/// came.
final class LoadGate: Sendable {
  private struct Waiter {
    let id: UInt64
    let domain: String
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var running = 0
    var runningByDomain: [String: Int] = [:]
    var waiters: [Waiter] = []
    var nextID: UInt64 = 0

    mutating func admits(_ domain: String, _ limits: LoadLimits) -> Bool {
      running < limits.total && runningByDomain[domain, default: 0] < limits.perDomain
    }

    mutating func enter(_ domain: String) {
      running += 1
      runningByDomain[domain, default: 0] += 1
    }
  }

  private let limits: LoadLimits
  private let state = Mutex(State())

  init(_ limits: LoadLimits) {
    self.limits = limits
  }

  /// Waits for a place.
  ///
  /// - Returns: False when the task was cancelled first: there is then no place to leave.
  func enter(_ domain: String) async -> Bool {
    let limits = limits
    let id: UInt64? = state.withLock { state in
      if state.waiters.isEmpty, state.admits(domain, limits) {
        state.enter(domain)
        return nil
      }
      state.nextID += 1
      return state.nextID
    }
    guard let id else { return true }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          continuation.resume(returning: false)
          return
        }
        state.withLock {
          $0.waiters.append(Waiter(id: id, domain: domain, continuation: continuation))
        }
        // A place may have come free, or the task been cancelled, before it stood in line.
        admitWaiters()
        if Task.isCancelled { withdraw(id) }
      }
    } onCancel: {
      withdraw(id)
    }
  }

  /// Gives a place back.
  func leave(_ domain: String) {
    state.withLock { state in
      state.running -= 1
      let count = state.runningByDomain[domain, default: 1] - 1
      state.runningByDomain[domain] = count == 0 ? nil : count
    }
    admitWaiters()
  }

  private func admitWaiters() {
    let limits = limits
    let admitted = state.withLock { state in
      var admitted: [CheckedContinuation<Bool, Never>] = []
      var index = 0
      while index < state.waiters.count, state.running < limits.total {
        // One domain's queue does not hold up the others'.
        if state.admits(state.waiters[index].domain, limits) {
          let waiter = state.waiters.remove(at: index)
          state.enter(waiter.domain)
          admitted.append(waiter.continuation)
        } else {
          index += 1
        }
      }
      return admitted
    }
    for continuation in admitted { continuation.resume(returning: true) }
  }

  private func withdraw(_ id: UInt64) {
    let waiter = state.withLock { state -> Waiter? in
      guard let index = state.waiters.firstIndex(where: { $0.id == id }) else { return nil }
      return state.waiters.remove(at: index)
    }
    waiter?.continuation.resume(returning: false)
  }
}

/// How many loads a cache runs at once.
public struct LoadLimits: Hashable, Sendable {
  /// In all; at least 1.
  public var total: Int
  /// For one domain; at least 1. Keys without a domain count as one domain each of their own cache.
  public var perDomain: Int
  /// Background refreshes that may run or wait; more are dropped, and come again with the next read.
  public var refreshes: Int

  /// - Parameters:
  ///   - total: Default: 256.
  ///   - perDomain: Default: 256; link previews take 8.
  ///   - refreshes: Default: 1,000.
  public init(total: Int = 256, perDomain: Int = 256, refreshes: Int = 1_000) {
    self.total = Swift.max(total, 1)
    self.perDomain = Swift.max(perDomain, 1)
    self.refreshes = Swift.max(refreshes, 0)
  }
}
