import Foundation
import Strata
import StrataLMDB
import Testing

@Suite struct RemovalTests {
  private let clock = CacheClock.system

  @Test(arguments: [Durability.durable, .buffered, .processSafe])
  func aWriteThatBeganBeforeARemovalIsRefused(_ durability: Durability) async throws {
    let directory = TemporaryDirectory()
    let manager = try LMDBCacheManager.open(directory) { $0.durability = durability }
    let key = CacheKey("a", in: "d")
    for scope in [nil, .everything, .domain("d"), .tag("t")] as [RemovalScope?] {
      let early = CacheRecord.made("early", tags: ["t"])
      try await manager.updateIfNeeded(.made("first", tags: ["t"]), for: key)
      if let scope {
        try await manager.remove(scope, asOf: clock.nextStamp())
      } else {
        #expect(try await manager.delete(key))
      }
      #expect(try await manager.value(key) == nil, "\(String(describing: scope))")
      #expect(try await !manager.updateIfNeeded(early, for: key))
      #expect(try await manager.value(key) == nil)
      #expect(try await manager.updateIfNeeded(.made("late"), for: key))
      #expect(try await manager.value(key) == "late")
    }
    try await manager.close()
    let again = try LMDBCacheManager.open(directory) { $0.durability = durability }
    #expect(try await again.value(key) == "late")
    try await again.close()
  }

  /// Keys share the places in which removals are noted, and go to the disk many to a transaction.
  @Test(arguments: [Durability.buffered, .processSafe])
  func aRemovalSparesOtherKeysThatWereStoredBeforeIt(_ durability: Durability) async throws {
    let directory = TemporaryDirectory()
    let manager = try LMDBCacheManager.open(directory) { $0.durability = durability }
    let count = 3_000
    var kept: [Int] = []
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<count {
        // Refused where a removal came between that shares its place.
        if try await manager.updateIfNeeded(.made("v"), for: CacheKey("kept \(index)")) {
          kept.append(index)
        }
        group.addTask { _ = try await manager.delete(CacheKey("other \(index)")) }
      }
      try await group.waitForAll()
    }
    try await manager.close()
    let again = try LMDBCacheManager.open(directory) { $0.durability = durability }
    #expect(kept.count > count - 30)
    for index in kept {
      let value = try await again.value(CacheKey("kept \(index)"))
      #expect(value == "v", "kept \(index)")
    }
    try await again.close()
  }

  @Test func removingADomainTakesAllOfItAndNothingElse() async throws {
    let directory = TemporaryDirectory()
    let manager = try LMDBCacheManager.open(directory)
    for index in 0..<900 {
      try await manager.store("v", for: CacheKey("k\(index)", in: "d\(index % 3).example"))
    }
    try await manager.store("v", for: "no domain")
    try await manager.removeAll(inDomain: "d1.example")
    for index in 0..<900 {
      let value = try await manager.value(CacheKey("k\(index)", in: "d\(index % 3).example"))
      #expect(value == (index % 3 == 1 ? nil : "v"))
    }
    #expect(try await manager.value("no domain") == "v")
    #expect(manager.statistics.entryCount == 601)
    try await manager.close()
  }

  @Test func removingATagTakesAllRecordsThatCarryIt() async throws {
    let directory = TemporaryDirectory()
    let manager = try LMDBCacheManager.open(directory)
    for index in 0..<600 {
      try await manager.updateIfNeeded(
        .made("v", tags: index % 2 == 0 ? ["even", "all"] : ["all"]), for: CacheKey("k\(index)"))
    }
    // A record that lost its tag is not covered any more.
    try await manager.updateIfNeeded(.made("w", tags: ["other"]), for: "k0")
    try await manager.remove(.tag("even"), asOf: clock.nextStamp())
    #expect(try await manager.value("k0") == "w")
    #expect(try await manager.value("k1") == "v")
    #expect(try await manager.value("k2") == nil)
    #expect(manager.statistics.entryCount == 301)
    try await manager.remove(.tag("all"), asOf: clock.nextStamp())
    #expect(manager.statistics.entryCount == 1)
    try await manager.close()
  }

  @Test func aRemovalSparesWhatIsNewer() async throws {
    let directory = TemporaryDirectory()
    let manager = try LMDBCacheManager.open(directory)
    let stamp = clock.nextStamp()
    let key = CacheKey("k", in: "d")
    try await manager.updateIfNeeded(.made("newer", tags: ["t"]), for: key)
    #expect(try await !manager.delete(key, asOf: stamp))
    try await manager.remove(.domain("d"), asOf: stamp)
    try await manager.remove(.tag("t"), asOf: stamp)
    #expect(try await manager.value(key) == "newer")
    try await manager.close()
  }

  @Test func removingEverythingGivesTheSpaceBackAndWorksAgainAndAgain() async throws {
    let directory = TemporaryDirectory()
    let manager = try LMDBCacheManager.open(directory)
    for round in 0..<5 {
      for index in 0..<50 { try await manager.store("\(round)", for: CacheKey("k\(index)")) }
      #expect(try await manager.value("k7") == "\(round)")
      try await manager.removeAll()
      #expect(try await manager.value("k7") == nil)
      #expect(manager.statistics.entryCount == 0)
    }
    try await manager.close()
  }

  // CB82. Another process holds the write lock: what waits for it is read and removed like what is stored.
  @Test func whatIsQueuedIsReadAndRemovedLikeWhatIsStored() async throws {
    let directory = TemporaryDirectory()
    let manager = try LMDBCacheManager.open(directory) { $0.durability = .buffered }
    try await manager.store("old", for: "k")
    let database = try dataFile(in: directory)
    let holder = try WriterProcess(
      "hold", URL(fileURLWithPath: database).deletingLastPathComponent().path)
    #expect(holder.firstLine() == "held")
    try await manager.store("queued", for: "k")
    #expect(try await manager.value("k") == "queued")
    #expect(try await manager.fetchOrInsert("k").value == "queued")
    #expect(try await manager.fetch(["k", "none"]).map { $0?.value } == ["queued", nil])
    async let removal = manager.delete("k", asOf: CacheClock.system.nextStamp())
    while try await manager.value("k") != nil { await Task.yield() }
    #expect(try await manager.fetch(["k"]).first??.value == nil)
    holder.signal(SIGKILL)
    holder.waitForEnd()
    #expect(try await removal)
    #expect(try await manager.value("k") == nil)
    try await manager.close()
    let again = try LMDBCacheManager.open(directory) { _ in }
    #expect(try await again.value("k") == nil)
    try await again.close()
  }

  // CB83, CB160
  @Test func anAcknowledgedRemovalIsThereAfterReopeningTheFilesAsTheyAre() async throws {
    let directory = TemporaryDirectory()
    let manager = try LMDBCacheManager.open(directory)
    try await manager.store("v", for: "k")
    try await manager.store("v", for: "l")
    try await manager.delete("k")
    let copy = TemporaryDirectory()
    try FileManager.default.removeItem(atPath: copy.path)
    try FileManager.default.copyItem(atPath: directory.path, toPath: copy.path)
    let reopened = try LMDBCacheManager.open(copy)
    #expect(try await reopened.value("k") == nil)
    try await reopened.close()
    try await manager.close()
  }
}
