import Foundation
import Strata
import StrataLMDB
import Testing

@Suite struct OpeningTests {
  @Test func aPlaceThatCannotHoldACacheIsATypedErrorThatNamesIt() throws {
    let directory = TemporaryDirectory()
    let file = directory.file("file")
    try Data("x".utf8).write(to: URL(fileURLWithPath: file))
    for path in [file, file + "/below", "/proc/strata"] {
      let error = #expect(throws: CacheError.self) {
        try LMDBCacheManager(directory: path, codec: StringCodec())
      }
      #expect(error?.code == .inputOutput)
      #expect(error?.path == path)
      #expect(error?.hint != nil)
    }
  }

  @Test func whereNoneIsToBeMadeNothingIsWritten() async throws {
    let directory = TemporaryDirectory()
    var configuration = LMDBConfiguration()
    configuration.makesCache = false
    for path in [directory.path, directory.file("none")] {
      let error = #expect(throws: CacheError.self) {
        try LMDBCacheManager(directory: path, codec: StringCodec(), configuration: configuration)
      }
      #expect(error?.code == .noCache)
      #expect(error?.path == path)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
    try await LMDBCacheManager(directory: directory.path, codec: StringCodec()).close()
    let there = try LMDBCacheManager(
      directory: directory.path, codec: StringCodec(), configuration: configuration)
    try await there.close()
  }

  @Test func aDirectoryThatEverybodyMayWriteToIsRefused() throws {
    let directory = TemporaryDirectory()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o777], ofItemAtPath: directory.path)
    let error = #expect(throws: CacheError.self) { try LMDBCacheManager.open(directory) }
    #expect(error?.message.contains("everybody") == true)
  }

  // CB163
  @Test(.enabled(if: getuid() != 0, "root may write anywhere"))
  func aReadOnlyDirectoryIsATypedError() throws {
    let directory = TemporaryDirectory()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o500], ofItemAtPath: directory.path)
    let error = #expect(throws: CacheError.self) { try LMDBCacheManager.open(directory) }
    #expect(error?.code == .inputOutput)
  }

  @Test func filesAreForTheOwnerAlone() async throws {
    let directory = TemporaryDirectory()
    let manager = try LMDBCacheManager.open(directory)
    try await manager.store("v", for: "k")
    let files = try #require(FileManager.default.enumerator(atPath: directory.path))
    var count = 0
    for case let name as String in files {
      let attributes = try FileManager.default.attributesOfItem(atPath: directory.file(name))
      let mode = try #require(attributes[.posixPermissions] as? Int)
      #expect(mode & 0o077 == 0, "\(name)")
      count += 1
    }
    #expect(count >= 7)
    try await manager.close()
  }

  @Test func settingsOutOfTheirRangeAreRefusedByName() {
    for (name, change) in [
      ("quota", { $0.quota = 100 }), ("largestRecord", { $0.largestRecord = -1 }),
      ("queueLimit", { $0.queueLimit = 0 }),
    ] as [(String, (inout LMDBConfiguration) -> Void)] {
      let error = #expect(throws: CacheError.self) {
        try LMDBCacheManager.open(TemporaryDirectory(), change)
      }
      #expect(error?.code == .invalidConfiguration)
      #expect(error?.message.contains(name) == true)
    }
  }

  @Test func aCloseFlushesAndLaterCallsThrowClosed() async throws {
    let directory = TemporaryDirectory()
    let manager = try LMDBCacheManager.open(directory)
    for index in 0..<2_000 { try await manager.store("v\(index)", for: CacheKey("k\(index)")) }
    try await manager.close()
    try await manager.close()
    for call in [
      { _ = try await manager.fetch("k") }, { try await manager.delete("k") },
      { try await manager.store("v", for: "k") }, { try await manager.removeAll() },
      { try await manager.sweep(limit: 1) },
    ] as [() async throws -> Void] {
      let error = await #expect(throws: CacheError.self) { try await call() }
      #expect(error?.code == .closed)
    }
    let again = try LMDBCacheManager.open(directory)
    for index in 0..<2_000 { #expect(try await again.value(CacheKey("k\(index)")) == "v\(index)") }
    try await again.close()
  }

  // CB124
  @Test func aManagerThatIsLetGoOfWritesOutWhatIsQueuedAndCloses() async throws {
    let directory = TemporaryDirectory()
    for round in 0..<20 {
      var manager: LMDBCacheManager<String>? = try LMDBCacheManager.open(directory)
      if round > 0 { #expect(try await manager?.value("k") == "\(round - 1)") }
      try await manager?.store("\(round)", for: "k")
      manager = nil
    }
  }

  @Test func ratiosAreThoseOfReadsAlone() async throws {
    let directory = TemporaryDirectory()
    let manager = try LMDBCacheManager.open(directory)
    #expect(manager.statistics.hitRatio == nil)
    try await manager.store("v", for: "k")
    for _ in 0..<3 { _ = try await manager.fetch("k") }
    _ = try await manager.fetch("other")
    #expect(manager.statistics.hitRatio == 0.75)
    try await manager.close()
  }

  @Test func aDirectoryTakenAwayWhileRunningIsNoticedAndBegunAnew() async throws {
    for isReplaced in [false, true] {
      let directory = TemporaryDirectory()
      let manager = try LMDBCacheManager.open(directory) { $0.durability = .durable }
      try await manager.store("old", for: "k")
      let aside = directory.path + "-aside"
      try FileManager.default.moveItem(atPath: directory.path, toPath: aside)
      defer { try? FileManager.default.removeItem(atPath: aside) }
      if isReplaced {
        try FileManager.default.createDirectory(
          atPath: directory.path, withIntermediateDirectories: false,
          attributes: [.posixPermissions: 0o700])
      }
      // The writer looks once a second while there is work.
      for _ in 0..<200 where manager.statistics.corruptions == 0 {
        _ = try? await manager.store("between", for: "k")
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(manager.statistics.corruptions == 1)
      try await manager.store("new", for: "k")
      #expect(try await manager.value("k") == "new")
      try await manager.close()
      let again = try LMDBCacheManager.open(directory)
      #expect(try await again.value("k") == "new")
      try await again.close()
    }
  }
}
