import CStrataLMDB
import Foundation
import Strata
import StrataLMDB
import Testing

/// Several processes at one directory, killed and stopped.
@Suite struct ProcessTests {
  @Test(arguments: [Durability.durable, .buffered, .processSafe])
  func aKilledWriterLosesNothingThatItsLevelPromises(_ durability: Durability) async throws {
    let directory = TemporaryDirectory()
    var next = 0
    var acknowledged: [Int] = []
    for round in 0..<(runsFull ? 200 : 4) {
      let writer = try WriterProcess("write", directory.path, durability.rawValue, "\(next)")
      let said = try writer.kill(afterLines: 1 + (round * 37) % 90).compactMap { Int($0) }
      acknowledged += said
      next = (said.last ?? next) + 2
      var found = strata_inspection()
      #expect(strata_validate(try dataFile(in: directory), &found) == 0, "round \(round)")
    }
    let manager = try LMDBCacheManager.open(directory) {
      $0.durability = durability
      $0.quota = 32 << 20
    }
    var lost = 0
    for index in acknowledged {
      let value = try await manager.value(CacheKey("k\(index)", in: "d\(index % 7)"))
      if value == nil { lost += 1 }
      #expect(value?.hasPrefix("v\(index)x") ?? true || value == "v\(index)")
    }
    // What was only queued when the process died is gone; the rest is not.
    #expect(durability == .buffered || lost == 0)
    #expect(manager.statistics.corruptions == 0)
    #expect(!acknowledged.isEmpty)
    try await manager.close()
  }

  @Test func whatOneProcessDoesAnotherSeesAtOnce() async throws {
    let directory = TemporaryDirectory()
    let manager = try LMDBCacheManager.open(directory) { $0.durability = .durable }
    try await manager.store("here", for: "a")
    try await manager.store("here", for: "b")
    #expect(try WriterProcess("get", directory.path, "a").result() == "here")
    let early = CacheRecord.made("early")
    #expect(try WriterProcess("delete", directory.path, "a").result() == "true")
    #expect(try await manager.value("a") == nil)
    #expect(try await !manager.updateIfNeeded(early, for: "a"))
    #expect(try WriterProcess("get", directory.path, "a").result() == "nil")
    // The other process begins a new generation; ours follows with its next call.
    try WriterProcess("clear", directory.path).waitForEnd()
    #expect(try await manager.value("b") == nil)
    #expect(try await !manager.updateIfNeeded(early, for: "b"))
    try await manager.store("again", for: "b")
    #expect(try WriterProcess("get", directory.path, "b").result() == "again")
    try await manager.close()
  }

  @Test func aStoppedWriterBlocksNobodyForEver() async throws {
    let directory = TemporaryDirectory()
    let manager = try LMDBCacheManager.open(directory) {
      $0.durability = .durable
      $0.writeTimeLimit = .milliseconds(300)
    }
    try await manager.store("v", for: "k")
    // Stopped at a random moment, it holds the lock in some of the rounds.
    for _ in 0..<5 {
      let writer = try WriterProcess("mixed", directory.path, "durable", "7")
      try await Task.sleep(for: .milliseconds(150))
      writer.signal(SIGSTOP)
      #expect(try await manager.value("k") == "v")
      do throws(CacheError) {
        try await manager.updateIfNeeded(.made("v"), for: "k")
      } catch {
        #expect(error.code == .busy)
      }
      writer.signal(SIGCONT)
      writer.signal(SIGKILL)
      writer.waitForEnd()
    }
    try await manager.store("free again", for: "k")
    #expect(try await manager.value("k") == "free again")
    try await manager.close()
  }

  // CB161. What was acknowledged stays; what is not stored is a typed error, or at the level that
  // acknowledges at once a miss; and with room again the tier works.
  @Test(arguments: [Durability.durable, .processSafe, .buffered])
  func whereTheFileMayNotGrowNothingStoredIsLostAndTheTierComesBack(
    _ durability: Durability
  ) async throws {
    let directory = TemporaryDirectory()
    let said = try WriterProcess("fill", directory.path, durability.rawValue, "2000000").result()
    let lines = said.split(separator: "\n").map(String.init)
    try #require(lines.count == 2, Comment(rawValue: said))
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    try #require(words.count == 3)
    if durability != .buffered {
      #expect(words[0] == "full,unavailable")
      #expect(words[1] == words[2])
      #expect(try #require(Int(words[1])) > 300)
    }
    #expect(lines[1] == "works again")
    var found = strata_inspection()
    #expect(strata_validate(try dataFile(in: directory), &found) == 0)
  }

  @Test func processesThatWorkTogetherAndAreKilledLeaveASoundDatabase() async throws {
    let directory = TemporaryDirectory()
    let manager = try LMDBCacheManager.open(directory) { $0.durability = .processSafe }
    for round in 0..<(runsFull ? 40 : 3) {
      let writers = try (1...3).map {
        try WriterProcess("mixed", directory.path, "processSafe", "\(round * 3 + $0)")
      }
      for index in 0..<300 {
        let key = CacheKey("k\(index)", in: "d")
        let value = try await manager.value(key)
        #expect(value == nil || value == "v" + key.text)
        if index % 3 == 0 { try await manager.store("v" + key.text, for: key) }
      }
      for writer in writers {
        writer.signal(SIGKILL)
        writer.waitForEnd()
      }
    }
    #expect(manager.statistics.corruptions == 0)
    try await manager.close()
    var found = strata_inspection()
    #expect(strata_validate(try dataFile(in: directory), &found) == 0)
  }

  // CB154
  @Test func managersOfOneDirectoryShareItWhateverItsName() async throws {
    let directory = TemporaryDirectory()
    let link = directory.path + "-link"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: directory.path)
    defer { try? FileManager.default.removeItem(atPath: link) }
    let first = try LMDBCacheManager(directory: directory.path, codec: StringCodec())
    let second = try LMDBCacheManager(directory: link, codec: StringCodec())
    let third = try LMDBCacheManager(
      directory: directory.path + "/../" + URL(fileURLWithPath: directory.path).lastPathComponent,
      codec: StringCodec())
    try await first.store("v", for: "k")
    #expect(try await second.value("k") == "v")
    try await first.close()
    #expect(try await third.value("k") == "v")
    try await second.close()
    try await third.store("w", for: "k")
    try await third.close()
    let again = try LMDBCacheManager(directory: link, codec: StringCodec())
    #expect(try await again.value("k") == "w")
    try await again.close()
  }
}
