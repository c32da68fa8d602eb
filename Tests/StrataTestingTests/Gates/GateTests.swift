import StrataTesting
import Testing

@Suite("Gate")
struct GateTests {
  @Test("a closed gate holds tasks until it is opened, an open one none")
  func holds() async throws {
    let gate = Gate()
    async let first: Void = gate.pass()
    async let second: Void = gate.pass()
    try await gate.waitForArrivals(2)
    #expect(gate.heldCount == 2)
    gate.release()
    #expect(gate.heldCount == 1)
    gate.open()
    try await first
    try await second
    try await gate.pass()
    #expect(gate.arrivalCount == 3)
    gate.close()
    async let third: Void = gate.pass()
    try await gate.waitForArrivals(4)
    #expect(gate.heldCount == 1)
    gate.open()
    try await third
  }

  @Test("a cancelled task is let go with an error, before and while it is held")
  func cancellation() async throws {
    let gate = Gate()
    let held = Task { try await gate.pass() }
    try await gate.waitForArrivals()
    held.cancel()
    await #expect(throws: CancellationError.self) { try await held.value }
    let early = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await gate.pass()
    }
    await #expect(throws: CancellationError.self) { try await early.value }
    #expect(gate.heldCount == 0)
  }

  @Test("what can't be cancelled is held all the same")
  func uncancelled() async throws {
    let gate = Gate()
    let held = Task { await gate.passUncancelled() }
    try await gate.waitForArrivals()
    held.cancel()
    #expect(gate.heldCount == 1)
    gate.open()
    await held.value
  }
}
