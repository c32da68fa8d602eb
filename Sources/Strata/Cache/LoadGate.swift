import Synchronization

/// Bounds how many loads run at once, in all and by domain. Those of one domain wait in the order in which
/// they came; domains take turns, so that the queue of one does not hold up the others.
final class LoadGate: Sendable {
  /// How a load gets past the gate.
  enum Admission: Sendable {
    /// With a place, to be left afterwards.
    case place
    /// Without one: another load waits for it.
    case excused
    /// Not at all: its task was cancelled.
    case cancelled
  }

  struct Waiter {
    let domain: String
    let continuation: CheckedContinuation<Admission, Never>
  }

  /// The loads of one domain.
  struct Line {
    var running = 0
    /// The numbers of those who wait; some may have been taken out of `waiters`.
    var numbers = FirstInFirstOut<UInt64>()
    var withdrawn = 0
    /// Whether it is in `turns`.
    var isInTurn = false
  }

  struct State {
    var running = 0
    var lines: [String: Line] = [:]
    var waiters: [UInt64: Waiter] = [:]
    /// The domains in which someone waits and has room in the domain.
    var turns = FirstInFirstOut<String>()
  }

  private let limits: LoadLimits
  private let state = Mutex(State())

  init(_ limits: LoadLimits) {
    self.limits = limits
  }

  /// Waits for a place.
  ///
  /// - Parameters:
  ///   - number: The flight's, by which it can be excused.
  ///   - isExcused: Whether it needs no place; asked when it would wait.
  func enter(
    _ domain: String, id number: UInt64, isExcused: @Sendable () -> Bool
  ) async -> Admission {
    if isExcused() { return .excused }
    let limits = limits
    let isIn = state.withLock { $0.enterAtOnce(domain, limits) }
    if isIn { return .place }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock {
          $0.add(Waiter(domain: domain, continuation: continuation), number, limits)
        }
        // A place may have come free, or what is asked below have become so, before it stood in line.
        admitWaiters()
        if isExcused() { excuse(number) }
        if Task.isCancelled { tell(number, .cancelled) }
      }
    } onCancel: {
      tell(number, .cancelled)
    }
  }

  /// Lets a load go on that waits, without a place.
  func excuse(_ number: UInt64) {
    tell(number, .excused)
  }

  /// Gives a place back.
  func leave(_ domain: String) {
    let limits = limits
    state.withLock { $0.leave(domain, limits) }
    admitWaiters()
  }

  /// How many wait.
  var waitingCount: Int { state.withLock { $0.waiters.count } }

  private func admitWaiters() {
    let limits = limits
    let admitted = state.withLock { $0.admit(limits) }
    for waiter in admitted { waiter.continuation.resume(returning: .place) }
  }

  private func tell(_ number: UInt64, _ admission: Admission) {
    let waiter = state.withLock { $0.withdraw(number) }
    waiter?.continuation.resume(returning: admission)
  }
}

extension LoadGate.State {
  mutating func enterAtOnce(_ domain: String, _ limits: LoadLimits) -> Bool {
    let line = lines[domain] ?? LoadGate.Line()
    guard turns.isEmpty, line.numbers.count == line.withdrawn, running < limits.total,
      line.running < limits.perDomain
    else { return false }
    lines[domain, default: LoadGate.Line()].running += 1
    running += 1
    return true
  }

  mutating func add(_ waiter: LoadGate.Waiter, _ number: UInt64, _ limits: LoadLimits) {
    waiters[number] = waiter
    lines[waiter.domain, default: LoadGate.Line()].numbers.append(number)
    takeTurn(waiter.domain, limits)
  }

  mutating func leave(_ domain: String, _ limits: LoadLimits) {
    running -= 1
    lines[domain]?.running -= 1
    takeTurn(domain, limits)
  }

  /// Those who may start now.
  mutating func admit(_ limits: LoadLimits) -> [LoadGate.Waiter] {
    var admitted: [LoadGate.Waiter] = []
    while running < limits.total, let domain = turns.popFirst() {
      lines[domain]?.isInTurn = false
      while let number = lines[domain]?.numbers.popFirst() {
        guard let waiter = waiters.removeValue(forKey: number) else {
          lines[domain]?.withdrawn -= 1
          continue
        }
        lines[domain]?.running += 1
        running += 1
        admitted.append(waiter)
        break
      }
      takeTurn(domain, limits)
    }
    return admitted
  }

  mutating func withdraw(_ number: UInt64) -> LoadGate.Waiter? {
    guard let waiter = waiters.removeValue(forKey: number) else { return nil }
    lines[waiter.domain]?.withdrawn += 1
    if let line = lines[waiter.domain], line.withdrawn > 16,
      line.withdrawn > line.numbers.count / 2
    {
      lines[waiter.domain]?.numbers.removeAll { waiters[$0] == nil }
      lines[waiter.domain]?.withdrawn = 0
    }
    dropIfIdle(waiter.domain)
    return waiter
  }

  /// Puts a domain in line for the next place, if someone waits who may have one.
  private mutating func takeTurn(_ domain: String, _ limits: LoadLimits) {
    guard let line = lines[domain] else { return }
    guard line.numbers.count > line.withdrawn else {
      dropIfIdle(domain)
      return
    }
    guard !line.isInTurn, line.running < limits.perDomain else { return }
    lines[domain]?.isInTurn = true
    turns.append(domain)
  }

  private mutating func dropIfIdle(_ domain: String) {
    guard let line = lines[domain], line.running == 0, !line.isInTurn,
      line.numbers.count == line.withdrawn
    else { return }
    lines[domain] = nil
  }
}
