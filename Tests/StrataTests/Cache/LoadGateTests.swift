import StrataTesting
import Synchronization
import Testing

@testable import Strata

@Suite struct LoadGateTests {
  /// Who was let in, in order.
  final class Entered: Sendable {
    private let names = Mutex<[String]>([])
    func add(_ name: String) { names.withLock { $0.append(name) } }
    var all: [String] { names.withLock { $0 } }
  }

  /// How many run, by domain; at most two, and four in all.
  final class Running: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    func change(_ domain: String, by step: Int) {
      let (ofDomain, all) = counts.withLock { counts in
        counts[domain, default: 0] += step
        return (counts[domain, default: 0], counts.values.reduce(0, +))
      }
      #expect(ofDomain <= 2 && all <= 4)
    }
  }

  static func line(
    _ gate: LoadGate, _ names: [(domain: String, number: UInt64)], _ entered: Entered
  ) async -> [Task<LoadGate.Admission, Never>] {
    var tasks: [Task<LoadGate.Admission, Never>] = []
    for (domain, number) in names {
      let before = gate.waitingCount
      tasks.append(
        Task {
          let admission = await gate.enter(domain, id: number) { false }
          if admission == .place { entered.add("\(domain)\(number)") }
          return admission
        })
      await eventually { gate.waitingCount > before || entered.all.contains("\(domain)\(number)") }
    }
    return tasks
  }

  @Test func thoseOfOneDomainEnterInTheOrderInWhichTheyCameAndDomainsTakeTurns() async {
    let gate = LoadGate(LoadLimits(total: 1))
    let entered = Entered()
    let tasks = await Self.line(
      gate, [("a", 0), ("a", 1), ("a", 2), ("a", 3), ("b", 4), ("b", 5), ("c", 6)], entered)
    for expected in 1...7 {
      await eventually { entered.all.count == expected }
      gate.leave(String(entered.all[expected - 1].prefix(1)))
    }
    for task in tasks { _ = await task.value }
    #expect(entered.all == ["a0", "a1", "b4", "c6", "a2", "b5", "a3"])
  }

  @Test func aDomainAtItsLimitDoesNotHoldUpOthers() async {
    let gate = LoadGate(LoadLimits(total: 3, perDomain: 1))
    let entered = Entered()
    let tasks = await Self.line(gate, [("a", 0), ("a", 1), ("a", 2), ("b", 3), ("c", 4)], entered)
    await eventually { entered.all.count == 3 }
    #expect(Set(entered.all) == ["a0", "b3", "c4"])
    gate.leave("b")
    #expect(gate.waitingCount == 2)
    gate.leave("a")
    await eventually { entered.all.count == 4 }
    #expect(entered.all.last == "a1")
    gate.leave("a")
    for task in tasks { #expect(await task.value == .place) }
  }

  @Test func whoIsCancelledInLineLeavesItAndItsTurnGoesToTheNext() async {
    let gate = LoadGate(LoadLimits(total: 1))
    let entered = Entered()
    let tasks = await Self.line(gate, (0..<100).map { ("a", UInt64($0)) }, entered)
    for task in tasks[1..<99] { task.cancel() }
    for task in tasks[1..<99] { #expect(await task.value == .cancelled) }
    #expect(gate.waitingCount == 1)
    gate.leave("a")
    #expect(await tasks[99].value == .place)
    gate.leave("a")
    // And it is empty again.
    #expect(await gate.enter("b", id: 1_000) { false } == .place)
  }

  @Test func whoIsExcusedGoesOnWithoutAPlace() async {
    let gate = LoadGate(LoadLimits(total: 1))
    let entered = Entered()
    let tasks = await Self.line(gate, [("a", 0), ("a", 1)], entered)
    gate.excuse(1)
    #expect(await tasks[1].value == .excused)
    #expect(await gate.enter("a", id: 2) { true } == .excused)
    gate.leave("a")
    #expect(await gate.enter("a", id: 3) { false } == .place)
  }

  @Test func neverMoreRunThanTheLimitsSayAndNoPlaceIsLost() async {
    let gate = LoadGate(LoadLimits(total: 4, perDomain: 2))
    let running = Running()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<500 {
        group.addTask {
          let domain = "\(number % 5)"
          let task = Task {
            guard await gate.enter(domain, id: UInt64(number), isExcused: { false }) == .place
            else { return }
            running.change(domain, by: 1)
            await Task.yield()
            running.change(domain, by: -1)
            gate.leave(domain)
          }
          if number % 4 == 0 { task.cancel() }
          await task.value
        }
      }
    }
    #expect(gate.waitingCount == 0)
    for number in 0..<4 {
      #expect(await gate.enter("\(number)", id: UInt64(1_000 + number)) { false } == .place)
    }
  }
}
