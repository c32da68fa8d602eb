import StrataTesting
import Testing

@testable import Strata

@Suite struct TierBacklogTests {
  let clock = ManualClock().clock

  func verdict(_ backlog: TierBacklog<String>, _ key: CacheKey, _ record: CacheRecord<String>?)
    -> String
  {
    switch backlog.verdict(key, record) {
    case .use: "use"
    case .bypass: "bypass"
    case .replace(let pending): pending.value ?? ""
    }
  }

  @Test func ofTwoMissedWritesTheNewerIsKeptInWhicheverOrder() {
    let old = CacheRecord.filled("old", clock: clock)
    let new = CacheRecord.filled("new", clock: clock)
    for order in [[old, new], [new, old]] {
      var backlog = TierBacklog<String>(limit: 10)
      for record in order { backlog.missed(record, for: "k", at: clock.nextStamp()) }
      #expect(verdict(backlog, "k", old) == "new")
      #expect(verdict(backlog, "k", .filled("newest", clock: clock)) == "use")
    }
  }

  @Test func aRemovalTakesAwayThePendingWritesItCoversAndNoNewerOnes() {
    let old = CacheRecord.filled("old", tags: ["t"], clock: clock)
    let removed = clock.nextStamp()
    let new = CacheRecord.filled("new", tags: ["t"], clock: clock)
    for scope in [RemovalScope.everything, .tag("t"), .domain("a.test")] {
      let key = CacheKey("1", in: "a.test")
      var backlog = TierBacklog<String>(limit: 10)
      backlog.missed(old, for: key, at: clock.nextStamp())
      backlog.missed(removalOf: scope, at: removed)
      #expect(verdict(backlog, key, old) == "bypass")
      #expect(verdict(backlog, key, new) == "use")
      backlog.missed(new, for: key, at: clock.nextStamp())
      backlog.drop(scope, asOf: removed)
      #expect(verdict(backlog, key, old) == "new")
    }
  }

  @Test func whatOverflowsIsCoveredByTheBypassEvenIfStampsCameOutOfOrder() {
    let early = clock.nextStamp()
    let below = CacheRecord.filled("below", clock: clock)
    let given = CacheRecord.filled("given up", clock: clock)
    var backlog = TierBacklog<String>(limit: 1)
    backlog.missed(given, for: "k", at: clock.nextStamp())
    // A removal that began long before is reported late, and overflows.
    backlog.missed(deletionOf: "other", at: early)
    #expect(verdict(backlog, "k", below) == "bypass")
    #expect(backlog.count == 1)
  }

  @Test func doingAnOlderPieceOfWorkDoesNotTakeOffANewerOne() {
    let old = CacheRecord.filled("old", clock: clock)
    var backlog = TierBacklog<String>(limit: 10)
    backlog.missed(old, for: "k", at: clock.nextStamp())
    let work = backlog.next(64)
    let new = CacheRecord.filled("new", clock: clock)
    backlog.missed(new, for: "k", at: clock.nextStamp())
    for item in work { backlog.done(item) }
    #expect(verdict(backlog, "k", nil) == "new")
    for item in backlog.next(64) { backlog.done(item) }
    #expect(backlog.isEmpty)
  }

  @Test func whatIsHopelessIsNotTriedAgainAndStillBypassed() {
    let old = CacheRecord.filled("old", clock: clock)
    var backlog = TierBacklog<String>(limit: 200)
    for number in 0..<100 {
      backlog.missed(
        removalOf: .domain("\(number).test"), at: clock.nextStamp(), isHopeless: true)
    }
    #expect(!backlog.hasWork)
    backlog.missed(old, for: "k", at: clock.nextStamp())
    #expect(backlog.hasWork)
    #expect(backlog.next(64).count == 1)
    #expect(verdict(backlog, CacheKey("1", in: "7.test"), old) == "bypass")
    for item in backlog.next(64) { backlog.done(item) }
    #expect(!backlog.hasWork && !backlog.isEmpty)
  }
}
