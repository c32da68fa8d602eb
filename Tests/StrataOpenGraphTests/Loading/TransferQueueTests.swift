import Testing

@testable import StrataOpenGraph

@Suite struct LoadingQueueTests {
  private let start = ContinuousClock.now

  private func queue(_ change: (inout LoadManners) -> Void) -> TransferQueue {
    var manners = LoadManners()
    change(&manners)
    return TransferQueue(manners)
  }

  @Test func aHostGetsItsShareAndNoMore() {
    var queue = queue { $0.transfersPerHost = 2 }
    for id in 1...3 { #expect(queue.enqueue(UInt64(id), host: "a", now: start) == .queued) }
    #expect(queue.next(now: start) == 1)
    #expect(queue.next(now: start) == 2)
    #expect(queue.next(now: start) == nil)
    queue.finish(host: "a", now: start)
    #expect(queue.next(now: start) == 3)
  }

  @Test func hostsTakeTurns() {
    var queue = queue { $0.transfers = 3 }
    for id in 1...10 { _ = queue.enqueue(UInt64(id), host: "busy", now: start) }
    _ = queue.enqueue(11, host: "b", now: start)
    _ = queue.enqueue(12, host: "c", now: start)
    let started = (0..<4).map { _ in queue.next(now: start) }
    #expect(started == [1, 11, 12, nil])
  }

  @Test func startsToAHostArePaced() {
    var queue = queue { $0.pausePerHost = .seconds(1) }
    for id in 1...2 { _ = queue.enqueue(UInt64(id), host: "a", now: start) }
    #expect(queue.next(now: start) == 1)
    #expect(queue.next(now: start) == nil)
    #expect(queue.nextWake(now: start) == start + .seconds(1))
    queue.finish(host: "a", now: start)
    #expect(queue.next(now: start + .milliseconds(999)) == nil)
    #expect(queue.next(now: start + .seconds(1)) == 2)
  }

  @Test func pacingHoldsAfterTheHostWasIdle() {
    var queue = queue { $0.pausePerHost = .seconds(1) }
    _ = queue.enqueue(1, host: "a", now: start)
    #expect(queue.next(now: start) == 1)
    queue.finish(host: "a", now: start)
    _ = queue.enqueue(2, host: "a", now: start)
    #expect(queue.next(now: start) == nil)
  }

  @Test func aHostThatAskedForRestGetsIt() {
    var queue = queue { $0.longestRetryAfter = .seconds(100) }
    _ = queue.enqueue(1, host: "a", now: start)
    #expect(queue.pause("a", for: .seconds(1000), now: start) == [1])
    #expect(queue.enqueue(2, host: "a", now: start) == .askedToWait(.seconds(100)))
    #expect(queue.enqueue(3, host: "b", now: start) == .queued)
    #expect(queue.enqueue(4, host: "a", now: start + .seconds(100)) == .queued)
    // A shorter rest asked for later does not cut a longer one.
    _ = queue.pause("c", for: .seconds(50), now: start)
    _ = queue.pause("c", for: .seconds(10), now: start)
    #expect(queue.enqueue(5, host: "c", now: start + .seconds(20)) == .askedToWait(.seconds(30)))
  }

  @Test func waitingIsBoundedInNumberAndTime() {
    var queue = queue {
      $0.transfers = 1
      $0.waiting = 2
      $0.waitingLimit = .seconds(5)
    }
    #expect(queue.enqueue(1, host: "a", now: start) == .queued)
    #expect(queue.next(now: start) == 1)
    #expect(queue.enqueue(2, host: "a", now: start) == .queued)
    #expect(queue.enqueue(3, host: "b", now: start + .seconds(1)) == .queued)
    #expect(queue.enqueue(4, host: "b", now: start + .seconds(1)) == .full)
    #expect(queue.expired(now: start + .seconds(5)) == [2])
    #expect(queue.waiting == 1)
    #expect(queue.nextWake(now: start + .seconds(5)) == start + .seconds(6))
  }

  @Test func idleHostsAreForgotten() {
    var queue = queue { _ in }
    for id in 0..<10_000 {
      _ = queue.enqueue(UInt64(id), host: "h\(id)", now: start)
      #expect(queue.next(now: start) == UInt64(id))
      queue.finish(host: "h\(id)", now: start)
    }
    #expect(queue.hostCount == 0)
  }

  @Test func hostsThatAskForRestCannotPileUp() {
    var queue = queue { _ in }
    for id in 0..<10_000 { _ = queue.pause("h\(id)", for: .seconds(60), now: start) }
    #expect(queue.hostCount <= TransferQueue.rememberedHosts)
  }

  @Test func aRemovedTransferNeverStarts() {
    var queue = queue { _ in }
    _ = queue.enqueue(1, host: "a", now: start)
    #expect(queue.remove(1, host: "a", now: start) == true)
    #expect(queue.remove(1, host: "a", now: start) == false)
    #expect(queue.next(now: start) == nil)
    #expect(queue.hostCount == 0)
    #expect(queue.expired(now: start + .seconds(3600)) == [])
  }
}
