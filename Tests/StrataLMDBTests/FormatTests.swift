import Foundation
import Strata
import Testing

@testable import StrataLMDB

/// The disk format stays readable: a directory that version 1 wrote is kept with the tests.
@Suite struct FormatTests {
  static let created = Timestamp(nanoseconds: 1_700_000_000_123_456_789)

  /// What the fixture holds.
  static let records: [(key: CacheKey, value: String?, metadata: RecordMetadata)] = {
    func metadata(
      _ number: UInt64, life: TimeToLive? = nil, tags: [String] = [],
      validators: Validators? = nil, absence: Absence? = nil, filled: Bool = true,
      expired: Bool = false
    ) -> RecordMetadata {
      RecordMetadata(
        createDate: created, updateDate: filled ? created.advanced(by: .seconds(1)) : nil,
        updateInstant: MonotonicInstant(nanoseconds: 0),
        stamp: Stamp(rawValue: filled ? 111_411_200_000_000_000 + number : 0), timeToLive: life,
        validators: validators, tags: tags, absence: absence, expired: expired)
    }
    return [
      (try! CacheKey(url: "https://example.com/a?b=c"), "plain", metadata(1)),
      (CacheKey("long " + String(repeating: "k", count: 5_000)), "long key", metadata(2)),
      (
        CacheKey("x", in: "domain"), "all",
        metadata(
          3, life: .seconds(90), tags: ["one", "zwei ü"],
          validators: Validators(entityTag: "W/\"1\"", lastModified: "Mon, 1 Jan 2024"))
      ),
      (CacheKey("never"), "", metadata(4, life: .never)),
      (CacheKey("gone"), nil, metadata(5, absence: Absence(code: "404", message: "not found"))),
      (CacheKey("seen"), nil, metadata(0, filled: false)),
      (CacheKey("stale"), String(repeating: "v", count: 9_000), metadata(7, expired: true)),
    ]
  }()

  private static var fixture: String {
    Bundle.module.bundlePath + "/Fixtures/format-1"
  }

  // CB61
  @Test func whatFormatOneWroteIsRead() async throws {
    try #require(
      FileManager.default.fileExists(atPath: Self.fixture + "/CURRENT"),
      "the fixture is gone: without it nobody knows whether old caches can be read")
    let directory = TemporaryDirectory()
    let copy = directory.file("copy")
    try FileManager.default.copyItem(atPath: Self.fixture, toPath: copy)
    let manager = try LMDBCacheManager(directory: copy, codec: StringCodec())
    #expect(manager.statistics.entryCount == Self.records.count)
    for (key, value, expected) in Self.records {
      let found = try #require(try await manager.fetch(key), "\(key)")
      #expect(found.value == value)
      #expect(found.createDate == expected.createDate)
      #expect(found.updateDate == expected.updateDate)
      #expect(found.stamp == expected.stamp)
      #expect(found.timeToLive == expected.timeToLive)
      #expect(found.validators == expected.validators)
      #expect(found.tags == expected.tags)
      #expect(found.absence == expected.absence)
      #expect(found.metadata.isExpiredByHand == expected.isExpiredByHand)
    }
    // A removal that it noted still holds.
    let late = RecordMetadata(
      createDate: Self.created, updateDate: Self.created,
      updateInstant: MonotonicInstant(nanoseconds: 0), stamp: Stamp(rawValue: 100))
    #expect(
      try await !manager.updateIfNeeded(CacheRecord(value: "late", metadata: late), for: "removed"))
    try await manager.close()
  }

  /// Writes the fixture, when a version of the format is new: set STRATA_WRITE_FIXTURE to a directory.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["STRATA_WRITE_FIXTURE"] != nil))
  func writeTheFixture() async throws {
    let path = try #require(ProcessInfo.processInfo.environment["STRATA_WRITE_FIXTURE"])
    let manager = try LMDBCacheManager(directory: path, codec: StringCodec())
    for (key, value, metadata) in Self.records {
      try await manager.updateIfNeeded(
        CacheRecord(value: value, metadata: metadata), for: key, asOf: .max)
    }
    try await manager.delete("removed", asOf: Stamp(rawValue: 200))
    try await manager.close()
  }

  @Test func aNewerDatabaseIsRefusedWithoutHarm() async throws {
    let directory = TemporaryDirectory()
    let manager = try LMDBCacheManager.open(directory)
    try await manager.store("v", for: "k")
    try await manager.close()
    let path = URL(fileURLWithPath: try dataFile(in: directory)).deletingLastPathComponent().path
    do {
      let environment = try Environment(
        directory: path, mapSize: 1 << 26, readSlots: 2, catchesFaults: true)
      try environment.begin(flushes: true)
      try environment.putParam(Param.format, UInt32(2).littleEndianBytes)
      try environment.commit()
    }
    let error = #expect(throws: CacheError.self) { try LMDBCacheManager.open(directory) }
    #expect(error?.code == .newerFormat)
    #expect(try dataFile(in: directory).hasPrefix(path))
  }

  @Test func everyBitOfARecordIsChecked() throws {
    let (key, value, metadata) = Self.records[2]
    let record = try RecordBytes(key: key, metadata: metadata, deadline: 7, use: 9) {
      $0.append(contentsOf: value!.utf8)
    }
    #expect(throws: Never.self) { try record.bytes.withUnsafeBytes { _ = try RecordView($0) } }
    for bit in 0..<record.bytes.count * 8 {
      var bytes = record.bytes
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      let isRefused = bytes.withUnsafeBytes { (try? RecordView($0)) == nil }
      #expect(isRefused, "bit \(bit)")
    }
    for length in 0..<record.bytes.count {
      let isRefused = record.bytes[..<length].withUnsafeBytes { (try? RecordView($0)) == nil }
      #expect(isRefused, "cut to \(length)")
    }
  }

  @Test func datingARecordAnewChangesNothingElse() throws {
    let (key, value, metadata) = Self.records[2]
    func made(_ deadline: UInt64?, _ use: UInt32) throws -> RecordBytes {
      try RecordBytes(key: key, metadata: metadata, deadline: deadline, use: use) {
        $0.append(contentsOf: value!.utf8)
      }
    }
    var record = try made(7, 9)
    record.note(deadline: nil)
    record.note(use: 10)
    #expect(try record.bytes == made(nil, 10).bytes)
    record.note(deadline: 8)
    #expect(try record.bytes == made(8, 10).bytes)
  }
}
