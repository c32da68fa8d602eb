import StrataTesting
import Testing

@testable import Strata

/// How many hits each policy has, on made and on published traces.
@Suite struct HitCountTests {
  /// The plainest least-recently-used cache.
  static func plainHits(_ requests: [Int], capacity: Int) -> Int {
    var entries: [Int] = []
    var hits = 0
    for key in requests {
      if let place = entries.firstIndex(of: key) {
        entries.remove(at: place)
        hits += 1
      } else if entries.count == capacity {
        entries.removeFirst()
      }
      entries.append(key)
    }
    return hits
  }

  /// Popular keys, the rank r about 1/r as often as the first, among keys that come once.
  static func scanned(_ count: Int, seed: UInt64) -> [Int] {
    var random = SeededRandom(seed: seed)
    return (0..<count).map { position in
      if position % 3 == 0 { return 1_000_000 + position }
      var rank = 1
      while rank < 2_000, Bool.random(using: &random) { rank *= 2 }
      return Int.random(in: rank..<rank * 2, using: &random)
    }
  }

  @Test func leastRecentlyUsedHitsNothingInALoopThatIsTooLong() {
    let loop = (0..<5_000).map { $0 % 101 }
    #expect(TracePlayer(.leastRecentlyUsed, capacity: 100).play(loop) == 0)
    #expect(TracePlayer(.leastRecentlyUsed, capacity: 101).play(loop) == 5_000 - 101)
  }

  @Test(arguments: [7, 50, 128])
  func leastRecentlyUsedIsExact(capacity: Int) {
    let requests = Self.scanned(5_000, seed: 3)
    let hits = TracePlayer(.leastRecentlyUsed, capacity: capacity).play(requests)
    #expect(hits == Self.plainHits(requests, capacity: capacity))
  }

  @Test func windowTinyLFUKeepsMostOfALoopThatIsTooLong() {
    // The optimum hits 99 of the 120 requests of each round but the first.
    let hits = TracePlayer(.windowTinyLFU, capacity: 100).play((0..<12_000).map { $0 % 120 })
    #expect(hits > 12_000 * 78 / 100)
  }

  @Test(arguments: [20, 50, 128, 500])
  func windowTinyLFUIsNotMovedByAScan(capacity: Int) {
    let requests = Self.scanned(20_000, seed: 4)
    let hits = TracePlayer(.windowTinyLFU, capacity: capacity).play(requests)
    #expect(hits > TracePlayer(.leastRecentlyUsed, capacity: capacity).play(requests))
  }

  @Test(arguments: [64, 1_000])
  func windowTinyLFUWidensItsWindowForKeysThatComeAgainSoonAndThenNever(capacity: Int) {
    let requests = (0..<20_000).map { $0 % 2 == 0 ? $0 / 2 : max($0 / 2 - 25, 0) }
    let best = TracePlayer(.leastRecentlyUsed, capacity: capacity)
    let player = TracePlayer(.windowTinyLFU, capacity: capacity)
    // It costs some hundred hits to find out, once.
    #expect(best.play(requests.prefix(5_000)) - player.play(requests.prefix(5_000)) <= 400)
    let rest = requests.dropFirst(5_000)
    #expect(best.play(rest) - player.play(rest) <= rest.count / 100)
  }

  @Test(
    .enabled(
      if: ReferenceTraces.folder != nil,
      "The folder shared/traces is not there; set STRATA_SHARED to the folder that holds it."),
    arguments: ReferenceTraces.small)
  func publishedTracesHaveTheHitsOfTheReference(row: ReferenceTraces.Row) throws {
    let requests = try ReferenceTraces.keys(row.trace)
    let lru = TracePlayer(.leastRecentlyUsed, capacity: row.capacity).play(requests)
    #expect(lru == row.hits["LRU"])
    let hits = TracePlayer(.windowTinyLFU, capacity: row.capacity).play(requests)
    let point = Double(requests.count) / 100
    #expect(Double(row.best - hits) / point <= 2, "points under the best policy")
    #expect(Double(lru - hits) / point <= 1, "points under LRU")
  }
}
