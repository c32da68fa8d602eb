/// One way to do the work that a scenario compares.
protocol Contender: Sendable {
  var name: String { get }

  /// Does the operations of a part of a plan in a loop of its own, so that nothing but the work is in it.
  ///
  /// - Returns: Something that depends on every result.
  func run(_ plan: AccessPlan, _ range: Range<Int>) async throws -> UInt64
}

/// What costs nothing: the loop and the call, to be taken off from latencies.
struct EmptyContender: Contender {
  let name = "nothing"

  func run(_ plan: AccessPlan, _ range: Range<Int>) -> UInt64 {
    var sum: UInt64 = 0
    for index in range { sum &+= UInt64(truncatingIfNeeded: plan[index]) }
    return sum
  }
}
