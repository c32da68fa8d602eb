import CStrataLMDB
import Foundation
import Strata
import Testing

@testable import StrataLMDB

/// The check of a directory: silent where all is well, also beside writers, and loud about each kind of fault.
@Suite struct VerifierTests {
  private static func key(_ index: Int) -> CacheKey {
    CacheKey("page/\(index)", in: "host\(index % 5).example")
  }

  private static func fill(_ directory: TemporaryDirectory, count: Int = 300) async throws {
    let manager = try LMDBCacheManager.open(directory) { $0.durability = .processSafe }
    manager.adopt(PolicyReference(ExpiryPolicy(updateInterval: .days(1))))
    for index in 0..<count {
      let stamp = CacheClock.system.nextStamp()
      try await manager.updateIfNeeded(
        CacheRecord(
          value: String(repeating: "v\(index)", count: 40 + index % 7 * 500), stamp: stamp,
          timeToLive: .hours(1), tags: index % 3 == 0 ? ["third", "t\(index)"] : []),
        for: key(index))
    }
    try await manager.close()
  }

  @Test func aSoundCacheIsSoundAndKeepsAllItsRecords() async throws {
    let directory = TemporaryDirectory()
    try await Self.fill(directory)
    for _ in 1...2 {
      let found = try await LMDBVerifier(directory: directory.path).run()
      #expect(found.isSound, "\(found.faults)")
      #expect(found.records == 300)
      #expect(found.leftovers == 0)
    }
  }

  @Test func thereMustBeACache() async throws {
    let directory = TemporaryDirectory()
    let error = await #expect(throws: CacheError.self) {
      try await LMDBVerifier(directory: directory.path).run()
    }
    #expect(error?.code == .noCache)
  }

  @Test func aNameThatIsNoGenerationsIsAFaultAndNothingIsBegun() async throws {
    let directory = TemporaryDirectory()
    try await Self.fill(directory, count: 20)
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
    let current = directory.path + "/CURRENT"
    let right = try String(contentsOfFile: current, encoding: .utf8)
    for wrong in ["../elsewhere/gen-000001", "", "gen-", "gen-000009", "\u{1}\u{2}"] {
      try wrong.write(toFile: current, atomically: false, encoding: .utf8)
      let found = try await LMDBVerifier(directory: directory.path).run()
      #expect(!found.isSound, "\(wrong)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() == names)
    }
    try right.write(toFile: current, atomically: false, encoding: .utf8)
    let found = try await LMDBVerifier(directory: directory.path).run()
    #expect(found.isSound && found.records == 20)
  }

  @Test func whatIsNoDirectoryIsNoDamage() async throws {
    let directory = TemporaryDirectory()
    let file = directory.path + "/file"
    try Data().write(to: URL(fileURLWithPath: file))
    for path in [file, "/dev/null"] {
      let error = await #expect(throws: CacheError.self) {
        try await LMDBVerifier(directory: path).run()
      }
      #expect(error?.code == .inputOutput)
      #expect(error?.hint != nil)
    }
  }

  @Test func whatOthersWriteMeanwhileIsNoFault() async throws {
    let directory = TemporaryDirectory()
    try await Self.fill(directory, count: 100)
    let manager = try LMDBCacheManager.open(directory) { $0.durability = .processSafe }
    await withTaskGroup { group in
      for writer in 0..<4 {
        group.addTask {
          for round in 0..<150 {
            let key = Self.key((round * 7 + writer) % 100)
            let stamp = CacheClock.system.nextStamp()
            _ = try? await manager.updateIfNeeded(
              CacheRecord(value: "\(round)", stamp: stamp, timeToLive: .seconds(60 + round)),
              for: key)
            if round % 5 == 0 { _ = try? await manager.delete(key, asOf: stamp) }
          }
        }
      }
      group.addTask {
        for _ in 0..<10 {
          let found = try? await LMDBVerifier(directory: directory.path).run()
          #expect(found?.isSound == true, "\(found?.faults ?? ["threw"])")
        }
      }
    }
    try await manager.close()
  }

  @Test(arguments: Damage.allCases)
  func damageIsFoundOrTouchedNothingThatIsUsed(_ damage: Damage) async throws {
    let original = TemporaryDirectory()
    try await Self.fill(original)
    var foundCount = 0
    for seed in 0..<20 {
      let copy = TemporaryDirectory()
      try FileManager.default.removeItem(atPath: copy.path)
      try FileManager.default.copyItem(atPath: original.path, toPath: copy.path)
      try damage.apply(to: try dataFile(in: copy), seed: seed)
      let names = try FileManager.default.contentsOfDirectory(atPath: copy.path).sorted()
      do throws(CacheError) {
        let found = try await LMDBVerifier(directory: copy.path).run()
        if !found.isSound { foundCount += 1 }
      } catch {
        foundCount += 1
        #expect([.corrupted, .inputOutput].contains(error.code), "\(error)")
      }
      // Nothing is set aside by a look.
      #expect(try FileManager.default.contentsOfDirectory(atPath: copy.path).sorted() == names)
    }
    // A few bytes of the meta pages mostly meet what is not in use.
    if damage != .metaPages { #expect(foundCount > 0, "\(damage)") }
  }

  @Test func indexesThatDisagreeWithTheirRecordsAreFound() async throws {
    let directory = TemporaryDirectory()
    try await Self.fill(directory, count: 10)
    let manager = try LMDBCacheManager.open(directory)
    try Self.spoilIndexes(in: manager.store.generation())
    try await manager.close()
    let found = try await LMDBVerifier(directory: directory.path).run()
    #expect(found.faultCount == 2)
    #expect(found.faults.contains { $0.contains("not in the index exp") }, "\(found.faults)")
    #expect(found.faults.contains { $0.contains("another entry") }, "\(found.faults)")
    #expect(found.leftovers == 1)
  }

  /// Takes an entry out of the index of deadlines, and puts in one too many and one of no record.
  private static func spoilIndexes(in generation: Generation) throws {
    let environment = generation.environment
    let place = generation.hasher.key(key(3))
    let bytes = try #require(try environment.read(.data, place) { Array($0) })
    let facts = try RecordFacts.of(bytes, generation.hasher).get()
    #expect(facts.entries.map(\.index) == [.use, .expiry, .tags, .tags])
    // By LMDB itself, as no code of the tier would.
    try environment.begin(flushes: false)
    let deadline = facts.entries[1].order
    try IndexKey(deadline, place).withBytes { key in
      Result { () throws(EnvironmentFailure) in _ = try environment.delete(.expiry, key) }
    }.get()
    for stray in [IndexKey(deadline + 5, place), IndexKey(7, DataKey(high: 1, low: 2))] {
      try stray.withBytes { key in
        Result { () throws(EnvironmentFailure) in
          try environment.put(.expiry, key, UnsafeRawBufferPointer(start: nil, count: 0))
        }
      }.get()
    }
    try environment.commit()
  }
}
