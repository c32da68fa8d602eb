import Foundation
import Strata
import Synchronization
import Testing

@testable import StrataLMDB

/// Set once.
private final class Flag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .relaxed) }

  /// - Returns: Whether it was set already.
  @discardableResult
  func set() -> Bool { value.exchange(true, ordering: .relaxed) }
}

/// A smaller file in place of a large one: nothing is lost by it, whatever goes on meanwhile.
@Suite struct CompactionTests {
  private static func key(_ index: Int) -> CacheKey {
    CacheKey("page/\(index)", in: "host\(index % 5).example")
  }

  private static func record(_ index: Int) -> CacheRecord<String> {
    CacheRecord(
      value: "\(index) " + String(repeating: "v", count: 700 + index % 11 * 300),
      stamp: CacheClock.system.nextStamp(), timeToLive: .hours(1 + index % 40),
      tags: index % 3 == 0 ? ["third", "t\(index)"] : [])
  }

  /// A cache of 3,000 records of which only every tenth was left.
  private static func thinned(_ directory: TemporaryDirectory) async throws
    -> LMDBCacheManager<String>
  {
    let manager = try LMDBCacheManager.open(directory) {
      $0.durability = .processSafe
      // Nothing is evicted here.
      $0.quota = 64 << 20
    }
    for index in 0..<3_000 {
      try await manager.updateIfNeeded(record(index), for: key(index))
    }
    for index in 0..<3_000 where index % 10 != 0 { try await manager.delete(key(index)) }
    return manager
  }

  private static func generations(in directory: TemporaryDirectory) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path)
      .filter { $0.hasPrefix("gen-") }
  }

  private static func expectSound(_ directory: TemporaryDirectory, records: Int) async throws {
    let found = try await LMDBVerifier(directory: directory.path).run()
    #expect(found.isSound, "\(found.faults)")
    #expect(found.records == records)
    #expect(found.leftovers == 0)
  }

  @Test func theFileShrinksAndEveryRecordIsAsItWas() async throws {
    let directory = TemporaryDirectory()
    let manager = try await Self.thinned(directory)
    var before: [CacheKey: CacheRecord<String>] = [:]
    for index in 0..<3_000 {
      if let record = try await manager.fetch(Self.key(index)) { before[Self.key(index)] = record }
    }
    #expect(before.count == 300)
    let seen = Mutex<[(Int, Int)]>([])
    let result = try await manager.compact { done, total in
      seen.withLock { $0.append((done, total)) }
    }
    #expect(result.records == 300)
    #expect(result.bytesAfter < result.bytesBefore / 4)
    let file = try FileManager.default.attributesOfItem(atPath: dataFile(in: directory))
    #expect(file[.size] as? Int == result.bytesAfter)
    #expect(seen.withLock { $0.last.map { $0.0 == 300 && $0.1 == 300 } } == true)

    for index in 0..<3_000 {
      let record = try await manager.fetch(Self.key(index))
      let old = before[Self.key(index)]
      #expect(record?.value == old?.value)
      #expect(record?.stamp == old?.stamp)
      #expect(record?.createDate == old?.createDate)
      #expect(record?.updateDate == old?.updateDate)
      #expect(record?.timeToLive == old?.timeToLive)
      #expect(record?.tags == old?.tags)
    }
    // A hundred of them.
    try await manager.remove(.tag("third"), asOf: CacheClock.system.nextStamp())
    try await manager.close()
    try await Self.expectSound(directory, records: 200)
    #expect(try Self.generations(in: directory).count == 1)
  }

  @Test func aRemovalStillRefusesWhatBeganBeforeIt() async throws {
    let directory = TemporaryDirectory()
    let manager = try LMDBCacheManager.open(directory)
    let began = CacheRecord.made("old")
    try await manager.delete("k")
    try await manager.compact()
    #expect(try await manager.updateIfNeeded(began, for: "k") == false)
    #expect(try await manager.store("new", for: "k"))
    try await manager.close()
  }

  @Test func whatIsWrittenAndRemovedMeanwhileIsThereAfterwards() async throws {
    let directory = TemporaryDirectory()
    let manager = try await Self.thinned(directory)
    let other = try WriterProcess("write", directory.path, "processSafe", "100000")
    let isOver = Flag()
    let expected = try await withThrowingTaskGroup(of: Void.self, returning: [Int: String?].self) {
      group in
      group.addTask {
        defer { isOver.set() }
        for _ in 1...4 { try await manager.compact() }
      }
      var random = SeededRandom(7)
      var expected: [Int: String?] = [:]
      while !isOver.isSet {
        let index = Int.random(in: 0..<3_000, using: &random)
        if Bool.random(using: &random) {
          let record = Self.record(index)
          try await manager.updateIfNeeded(record, for: Self.key(index))
          expected[index] = record.value
        } else {
          try await manager.delete(Self.key(index))
          expected[index] = .some(nil)
        }
      }
      try await group.waitForAll()
      return expected
    }
    #expect(!expected.isEmpty)
    for (index, value) in expected { #expect(try await manager.value(Self.key(index)) == value) }
    // The last one may have been acknowledged only by half a line.
    let acknowledged = try other.kill(afterLines: 50)
    for line in acknowledged {
      let index = try #require(Int(line))
      let value = try await manager.value(CacheKey("k\(index)", in: "d\(index % 7)"))
      #expect(value?.hasPrefix("v\(index)") == true)
    }
    try await manager.close()
    let found = try await LMDBVerifier(directory: directory.path).run()
    #expect(found.isSound, "\(found.faults)")
  }

  /// Runs a compaction up to its first portion, does something, and lets it go on.
  private static func interrupt(
    _ manager: LMDBCacheManager<String>,
    _ body: (Task<LMDBCompaction, any Error>) async throws -> Void
  ) async throws -> Result<LMDBCompaction, any Error> {
    let (starts, start) = AsyncStream.makeStream(of: Void.self)
    let gate = DispatchSemaphore(value: 0)
    let hasBegun = Flag()
    let compaction = Task {
      try await manager.compact { _, _ in
        guard !hasBegun.set() else { return }
        start.yield()
        gate.wait()
      }
    }
    for await _ in starts { break }
    do {
      try await body(compaction)
      gate.signal()
    } catch {
      gate.signal()
      throw error
    }
    return await compaction.result
  }

  private static func code(_ result: Result<LMDBCompaction, any Error>) -> CacheError.Code? {
    if case .failure(let error as CacheError) = result { error.code } else { nil }
  }

  @Test func cancelledItLeavesTheCacheAsItWas() async throws {
    let directory = TemporaryDirectory()
    let manager = try await Self.thinned(directory)
    let result = try await Self.interrupt(manager) { $0.cancel() }
    #expect(Self.code(result) == .cancelled)
    #expect(try Self.generations(in: directory).count == 1)
    #expect(try await manager.value(Self.key(10)) != nil)
    #expect(try await manager.compact().records == 300)
    try await manager.close()
    try await Self.expectSound(directory, records: 300)
  }

  @Test func oneAtATime() async throws {
    let directory = TemporaryDirectory()
    let manager = try await Self.thinned(directory)
    let result = try await Self.interrupt(manager) { _ in
      let error = await #expect(throws: CacheError.self) { try await manager.compact() }
      #expect(error?.code == .busy)
    }
    #expect(try result.get().records == 300)
    try await manager.close()
  }

  @Test func whatWasEmptiedMeanwhileStaysEmpty() async throws {
    let directory = TemporaryDirectory()
    let manager = try await Self.thinned(directory)
    let result = try await Self.interrupt(manager) { _ in try await manager.removeAll() }
    #expect(Self.code(result) == .busy)
    #expect(try await manager.value(Self.key(10)) == nil)
    try await manager.store("v", for: "k")
    try await manager.close()
    try await Self.expectSound(directory, records: 1)
  }

  @Test func whatAnotherProcessEmptiedMeanwhileStaysEmpty() async throws {
    let directory = TemporaryDirectory()
    let manager = try await Self.thinned(directory)
    let result = try await Self.interrupt(manager) { _ in
      _ = try WriterProcess("clear", directory.path).result()
    }
    #expect(Self.code(result) == .busy)
    #expect(try await manager.value(Self.key(10)) == nil)
    try await manager.store("v", for: "k")
    try await manager.close()
    try await Self.expectSound(directory, records: 1)
  }

  @Test func closingEndsIt() async throws {
    let directory = TemporaryDirectory()
    let manager = try await Self.thinned(directory)
    let result = try await Self.interrupt(manager) { _ in try await manager.close() }
    #expect([.closed, .cancelled].contains(Self.code(result)))
    let again = try LMDBCacheManager.open(directory)
    #expect(try await again.value(Self.key(10)) != nil)
    try await again.close()
    try await Self.expectSound(directory, records: 300)
    #expect(try Self.generations(in: directory).count == 1)
  }

  @Test func withoutRoomItFailsAndLeavesTheCacheAsItWas() async throws {
    let directory = TemporaryDirectory()
    try await Self.thinned(directory).close()
    #expect(try WriterProcess("compact-full", directory.path).result() == "full")
    try await Self.expectSound(directory, records: 300)
    #expect(try Self.generations(in: directory).count == 1)
  }

  @Test func aKilledOneLosesNothing() async throws {
    let directory = TemporaryDirectory()
    let manager = try await Self.thinned(directory)
    try await manager.close()
    var random = SeededRandom(11)
    for round in 1...(runsFull ? 100 : 8) {
      let other = try WriterProcess("compact", directory.path)
      // Anywhere in the second or a later one.
      _ = other.firstLine()
      usleep(UInt32.random(in: 0...60_000, using: &random))
      other.signal(SIGKILL)
      other.waitForEnd()
      let again = try LMDBCacheManager.open(directory)
      #expect(try await again.value(Self.key(10))?.hasPrefix("10 ") == true, "round \(round)")
      try await again.store("round", for: "round")
      try await again.delete("round")
      try await again.close()
      try await Self.expectSound(directory, records: 300)
    }
    #expect(try Self.generations(in: directory).count == 1)
  }
}
