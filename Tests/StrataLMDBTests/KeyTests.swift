import Foundation
import Strata
import Testing

@testable import StrataLMDB

@Suite struct KeyTests {
  // CB112, CB115, CB116, CB117, CB119
  static let odd: [CacheKey] =
    [
      "", "A.1", "A.2", "a.1", "A", "A/1", "A%2F1", "../A", "A\0B", "e\u{301}", "\u{E9}", "Users",
      "users",
    ]
    .map { CacheKey($0) }
    + [1, 511, 512, 100_000].map { CacheKey(String(repeating: "k", count: $0)) }
    + [CacheKey("x", in: String(repeating: "d.?", count: 100)), CacheKey("x", in: "Users")]

  @Test func oddKeysAreEachTheirOwnEntryInOneBatchAndAfterReopening() async throws {
    let directory = TemporaryDirectory()
    let manager = try LMDBCacheManager.open(directory)
    for (index, key) in Self.odd.enumerated() { try await manager.store("\(index)", for: key) }
    for (index, key) in Self.odd.enumerated() {
      #expect(try await manager.value(key) == "\(index)")
    }
    try await manager.close()
    let again = try LMDBCacheManager.open(directory)
    for (index, key) in Self.odd.enumerated() {
      #expect(try await again.value(key) == "\(index)")
    }
    #expect(again.statistics.entryCount == Self.odd.count)
    try await again.close()
    let outside = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(Set(outside.map { $0.prefix(4) }) == ["CURR", "lock", "epoc", "gen-"])
  }

  // CB51
  @Test(arguments: [0, 2]) func keysWhoseHashesCollideKeepTheirOwnValues(_ bits: Int) async throws {
    let directory = TemporaryDirectory()
    let configure = { (configuration: inout LMDBConfiguration) in
      configuration.hashBits = bits
      configuration.durability = .durable
    }
    let manager = try LMDBCacheManager.open(directory, configure)
    let keys = (0..<100).map { CacheKey("k\($0)") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for key in keys { group.addTask { try await manager.store(key.text, for: key) } }
      try await group.waitForAll()
    }
    for key in keys { #expect(try await manager.value(key) == key.text) }
    // The gaps that removals leave hide nobody behind them.
    for index in stride(from: 0, to: 100, by: 3) { try await manager.delete(keys[index]) }
    for (index, key) in keys.enumerated() {
      #expect(try await manager.value(key) == (index % 3 == 0 ? nil : key.text))
    }
    for index in stride(from: 0, to: 100, by: 6) {
      try await manager.store("again", for: keys[index])
    }
    for index in stride(from: 0, to: 100, by: 6) {
      #expect(try await manager.value(keys[index]) == "again")
    }
    #expect(manager.statistics.entryCount == 66 + 17)
    try await manager.close()
  }
}
