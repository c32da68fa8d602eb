import Foundation
import Strata
import StrataLMDB
import Testing

/// Codecs, dates and what records carry.
@Suite struct ValueTests {
  struct Old: Codable, Sendable, Equatable {
    var title: String
  }

  struct New: Codable, Sendable, Equatable {
    var title: String
    var length: Int
  }

  struct Everything: Codable, Sendable, Equatable {
    var date: Date
    var number: Double
    var data: Data
    var list: [String: [Int?]]
    var large: UInt64
  }

  // CB120
  @Test func aValueOfAnotherShapeIsAMissAndAnEventAndNoLastingError() async throws {
    let directory = TemporaryDirectory()
    let old = try LMDBCacheManager<Old>(directory: directory.path)
    try await old.updateIfNeeded(
      CacheRecord(value: Old(title: "t"), stamp: CacheClock.system.nextStamp()), for: "k")
    try await old.close()
    let new = try LMDBCacheManager<New>(directory: directory.path)
    let events = new.events
    #expect(try await new.fetch("k") == nil)
    #expect(new.statistics.corruptions == 1)
    let value = New(title: "t", length: 1)
    #expect(
      try await new.updateIfNeeded(
        CacheRecord(value: value, stamp: CacheClock.system.nextStamp()), for: "k"))
    #expect(try await new.fetch("k")?.value == value)
    try await new.close()
    var first: LMDBEvent?
    for await event in events { first = first ?? event }
    guard case .undecodable(key: "k", _) = first else {
      Issue.record("no event, but \(String(describing: first))")
      return
    }
  }

  // CB165
  @Test func theCodableCodecKeepsDatesNotANumberAndBytes() async throws {
    let directory = TemporaryDirectory()
    let manager = try LMDBCacheManager<Everything>(directory: directory.path)
    let value = Everything(
      date: Date(timeIntervalSinceReferenceDate: 0.1 + 0.2), number: .infinity,
      data: Data([0, 255, 7]), list: ["a": [1, 2], "": []], large: .max)
    try await manager.updateIfNeeded(
      CacheRecord(value: value, stamp: CacheClock.system.nextStamp()), for: "k")
    try await manager.close()
    let again = try LMDBCacheManager<Everything>(directory: directory.path)
    #expect(try await again.fetch("k")?.value == value)
    try await again.close()
    let numbers = TemporaryDirectory()
    let scalars = try LMDBCacheManager<Double>(directory: numbers.path)
    try await scalars.updateIfNeeded(
      CacheRecord(value: .nan, stamp: CacheClock.system.nextStamp()), for: "k")
    #expect(try await scalars.fetch("k")?.value?.isNaN == true)
    try await scalars.close()
  }

  // CB47, CB167, CB169, CB171
  @Test(
    arguments: [
      .never, .after(.nanoseconds(Int64.max)), .after(.seconds(Int64.max)), .zero, .seconds(-5),
      .milliseconds(250), .days(60), .days(3_650), nil,
    ] as [TimeToLive?])
  func lifetimesComeBackAsTheyWere(_ life: TimeToLive?) async throws {
    let directory = TemporaryDirectory()
    let manager = try LMDBCacheManager.open(directory)
    let record = CacheRecord(
      value: "v", stamp: CacheClock.system.nextStamp(), timeToLive: life)
    try await manager.updateIfNeeded(record, for: "k")
    try await manager.close()
    let again = try LMDBCacheManager.open(directory)
    let found = try #require(try await again.fetch("k"))
    #expect(found.timeToLive == record.timeToLive)
    #expect(found.updateDate == record.updateDate)
    try await again.close()
  }

  @Test func anAbsenceAndAnEmptyRecordComeBackAsTheyWere() async throws {
    let directory = TemporaryDirectory()
    let manager = try LMDBCacheManager.open(directory)
    let absence = Absence(code: "404", message: "no such page")
    let record = CacheRecord<String>(
      value: nil, stamp: CacheClock.system.nextStamp(), absence: absence)
    try await manager.updateIfNeeded(record, for: "gone")
    let empty = try await manager.fetchOrInsert("seen")
    #expect(empty.updateDate == nil)
    #expect(try await manager.fetch("seen")?.createDate == empty.createDate)
    // A second look does not make it anew, and an empty record replaces nothing.
    #expect(try await manager.fetchOrInsert("seen").createDate == empty.createDate)
    #expect(try await !manager.updateIfNeeded(.empty(), for: "gone"))
    try await manager.close()
    let again = try LMDBCacheManager.open(directory)
    #expect(try await again.fetch("gone")?.absence == absence)
    #expect(try await again.fetch("gone")?.value == nil)
    let seen = try #require(try await again.fetch("seen"))
    #expect(seen.updateDate == nil)
    #expect(seen.createDate == empty.createDate)
    // Any value is newer than an empty record.
    #expect(
      try await again.updateIfNeeded(
        CacheRecord(value: "v", stamp: Stamp(rawValue: 1)), for: "seen",
        asOf: CacheClock.system.nextStamp()))
    #expect(try await again.fetch("seen")?.value == "v")
    try await again.close()
  }

  @Test func aValueThatCannotBeEncodedIsATypedErrorAndTakesTheOlderOneAway() async throws {
    struct Refusal: Error {}
    struct Choosy: ValueCodec {
      func encode(_ value: String, into bytes: inout [UInt8]) throws {
        if value == "bad" { throw Refusal() }
        bytes.append(contentsOf: value.utf8)
      }
      func decode(_ bytes: UnsafeRawBufferPointer) -> String {
        String(decoding: bytes, as: UTF8.self)
      }
    }
    let directory = TemporaryDirectory()
    let manager = try LMDBCacheManager(directory: directory.path, codec: Choosy())
    try await manager.store("good", for: "k")
    let error = await #expect(throws: CacheError.self) {
      try await manager.store("bad", for: "k")
    }
    #expect(error?.code == .codec)
    #expect(error?.underlying is Refusal)
    #expect(try await manager.value("k") == nil)
    try await manager.close()
  }

  @Test func theNewerWinsInAnyOrderOfArrival() async throws {
    let directory = TemporaryDirectory()
    for durability in [Durability.durable, .buffered] {
      let manager = try LMDBCacheManager.open(directory) { $0.durability = durability }
      let records = (0..<50).map { CacheRecord.made("\($0)") }
      await withTaskGroup(of: Void.self) { group in
        for record in records.shuffled() {
          group.addTask { _ = try? await manager.updateIfNeeded(record, for: "k") }
        }
      }
      #expect(try await manager.value("k") == "49")
      try await manager.close()
      let again = try LMDBCacheManager.open(directory)
      #expect(try await again.value("k") == "49")
      try await again.close()
    }
  }
}
