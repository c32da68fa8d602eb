import Strata
import Synchronization

/// Decides by a seed which calls fail, and lets other tasks go first.
final class Chaos: Sendable {
  private let random: Mutex<SeededRandom>
  private let failureShare: Double

  init(seed: UInt64, failureShare: Double) {
    random = Mutex(SeededRandom(seed: seed))
    self.failureShare = failureShare
  }

  func strike(_ call: ManagerCall) async throws(CacheError) {
    let (yields, fails) = random.withLock { random in
      (Int.random(in: 0...3, using: &random), Double.random(in: 0..<1, using: &random))
    }
    for _ in 0..<yields { await Task.yield() }
    if fails < failureShare, call.kind != .close {
      throw CacheError(.inputOutput, message: "failed at random")
    }
  }
}
