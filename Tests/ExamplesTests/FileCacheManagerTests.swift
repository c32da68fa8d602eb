import Strata
import StrataTesting
import Testing

@testable import CustomTier

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The example of the documentation keeps the contract of all managers.
@Suite struct FileCacheManagerTests {
  // snippet: conforms
  @Test func itKeepsTheContractOfAllManagers() async throws {
    try await CacheManagerConformance.check {
      try FileCacheManager<String>(directory: try makeDirectory())
    }
  }

  @Test func itKeepsItsRecordsFromRunToRun() async throws {
    let directory = try makeDirectory()
    try await CacheManagerConformance.checkPersistence {
      try FileCacheManager<String>(directory: directory)
    }
  }
  // end snippet

  @Test func aFileThatIsNoRecordIsAMissAndGoes() async throws {
    let directory = try makeDirectory()
    let files = try FileCacheManager<String>(directory: directory)
    let record = CacheRecord(value: "value", stamp: CacheClock.system.nextStamp())
    #expect(try await files.updateIfNeeded(record, for: "key", asOf: record.stamp))
    let names = try FileManager.default.contentsOfDirectory(atPath: directory)
    for name in names { try Data("{".utf8).write(to: URL(filePath: "\(directory)/\(name)")) }
    #expect(try await files.fetch("key") == nil)
    #expect(files.statistics.corruptions == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
  }

  private func makeDirectory() throws -> String {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "strata-files-\(UInt64.random(in: 0 ... .max))").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }
}
