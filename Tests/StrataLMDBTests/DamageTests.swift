import Foundation
import Strata
import StrataLMDB
import Testing

/// Damaged files: the process never dies, never hangs, and never gets a wrong value.
@Suite struct DamageTests {
  static let seeds = 0..<(runsFull ? 200 : 4)

  /// Keys with one or two writes and some removals, so that old pages lie about.
  private static func fill(_ directory: TemporaryDirectory) async throws {
    let manager = try LMDBCacheManager.open(directory) { $0.durability = .processSafe }
    for round in 1...2 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<400 where round == 1 || index % 2 == 0 {
          group.addTask { try await manager.store(value(index, round), for: key(index)) }
        }
        try await group.waitForAll()
      }
    }
    for index in 0..<40 { try await manager.delete(key(index * 10 + 1)) }
    try await manager.close()
  }

  private static func key(_ index: Int) -> CacheKey {
    CacheKey("page/\(index)", in: "host\(index % 5).example")
  }

  private static func value(_ index: Int, _ round: Int) -> String {
    let size = index % 17 == 0 ? 9_000 : 40 + index
    return "\(index)/\(round)/" + String(repeating: "v\(index)", count: size / 5)
  }

  /// Every value read must be one that was stored under its key.
  private static func read(_ manager: LMDBCacheManager<String>, _ context: Comment) async throws {
    for index in 0..<400 {
      guard let found = try await manager.value(key(index)) else { continue }
      #expect(found == value(index, 1) || found == value(index, 2), context)
    }
  }

  /// Reads, writes, removes and sweeps.
  private static func use(_ manager: LMDBCacheManager<String>, _ context: Comment) async throws {
    try await read(manager, context)
    for index in 0..<60 {
      _ = try? await manager.store(value(index, 3), for: key(index))
      let found = try? await manager.value(key(index))
      if let found, found != value(index, 3) {
        #expect(found == value(index, 1) || found == value(index, 2), context)
      }
    }
    for index in 100..<130 { _ = try? await manager.delete(key(index)) }
    for index in 100..<130 { #expect(try await manager.value(key(index)) == nil, context) }
    _ = try? await manager.sweep(limit: 100)
    try? await manager.remove(.domain("host1.example"), asOf: CacheClock.system.nextStamp())
  }

  // CB159
  @Test(arguments: Damage.allCases)
  func damageBeforeOpeningIsNeverFatalAndNeverAWrongValue(_ damage: Damage) async throws {
    let original = TemporaryDirectory()
    try await Self.fill(original)
    for seed in Self.seeds {
      let copy = TemporaryDirectory()
      try FileManager.default.removeItem(atPath: copy.path)
      try FileManager.default.copyItem(atPath: original.path, toPath: copy.path)
      try damage.apply(to: try dataFile(in: copy), seed: seed)
      let manager = try LMDBCacheManager.open(copy) {
        $0.durability = seed % 2 == 0 ? .processSafe : .buffered
        $0.validatesAlways = seed % 4 > 1
      }
      try await Self.use(manager, "\(damage), seed \(seed)")
      try? await manager.close()
    }
  }

  /// Reads alone: a page damaged under LMDB's hands and changed by a write before any read has met the damage
  /// is beyond a guard (Docs/DiskTier.md).
  @Test(arguments: Damage.allCases)
  func readingWhatIsDamagedWhileOpenIsNeverFatalAndNeverAWrongValue(_ damage: Damage) async throws {
    for seed in Self.seeds.prefix(runsFull ? 50 : 2) {
      let directory = TemporaryDirectory()
      try await Self.fill(directory)
      let manager = try LMDBCacheManager.open(directory) { $0.durability = .processSafe }
      _ = try await manager.value(Self.key(3))
      try damage.apply(to: try dataFile(in: directory), seed: seed)
      try await Self.read(manager, "\(damage), seed \(seed)")
      try? await manager.close()
    }
  }

  @Test(arguments: [0, 1, 100, 4096, 8191, 8192, 12_288, 20_000, 0.3, 0.7, 0.99] as [Double])
  func aFileCutBeforeOpeningIsSetAsideAndANewOneWorks(_ length: Double) async throws {
    let directory = TemporaryDirectory()
    try await Self.fill(directory)
    let file = try dataFile(in: directory)
    let size = try #require(
      FileManager.default.attributesOfItem(atPath: file)[.size] as? Int)
    let target = length < 1 && length > 0 ? Int(Double(size) * length) : Int(length)
    #expect(truncate(file, target) == 0)
    let manager = try LMDBCacheManager.open(directory)
    let events = manager.events
    try await Self.use(manager, "cut to \(target) of \(size)")
    try await manager.store("new", for: Self.key(7))
    #expect(try await manager.value(Self.key(7)) == "new")
    #expect(manager.statistics.corruptions >= 1)
    try await manager.close()
    var found: [LMDBEvent] = []
    for await event in events { found.append(event) }
    #expect(found.contains { if case .damaged = $0 { true } else { false } })
  }

  @Test(arguments: [0.0, 0.45, 0.9])
  func aFileCutWhileOpenIsNeverFatal(_ share: Double) async throws {
    let directory = TemporaryDirectory()
    try await Self.fill(directory)
    let manager = try LMDBCacheManager.open(directory)
    _ = try await manager.value(Self.key(3))
    let file = try dataFile(in: directory)
    let size = try #require(
      FileManager.default.attributesOfItem(atPath: file)[.size] as? Int)
    #expect(truncate(file, Int(Double(size) * share)) == 0)
    try await Self.use(manager, "cut to \(share) while open")
    try await manager.store("new", for: Self.key(7))
    #expect(try await manager.value(Self.key(7)) == "new")
    try await manager.close()
  }

  // CB157
  @Test func garbageAMissingFileOrADirectoryInItsPlaceIsSetAside() async throws {
    for kind in ["garbage", "missing", "directory", "empty", "no current", "bad current"] {
      let directory = TemporaryDirectory()
      try await Self.fill(directory)
      let file = try dataFile(in: directory)
      switch kind {
      case "garbage":
        var random = SeededRandom(1)
        let bytes = (0..<50_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        try Data(bytes).write(to: URL(fileURLWithPath: file))
      case "missing": try FileManager.default.removeItem(atPath: file)
      case "directory":
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createDirectory(
          atPath: file, withIntermediateDirectories: false)
      case "empty": try Data().write(to: URL(fileURLWithPath: file))
      case "no current": try FileManager.default.removeItem(atPath: directory.file("CURRENT"))
      default: try Data("???".utf8).write(to: URL(fileURLWithPath: directory.file("CURRENT")))
      }
      let manager = try LMDBCacheManager.open(directory)
      #expect(try await manager.value(Self.key(3)) == nil, "\(kind)")
      try await manager.store("new", for: Self.key(3))
      #expect(try await manager.value(Self.key(3)) == "new", "\(kind)")
      #expect(manager.statistics.corruptions == 1, "\(kind)")
      // What it held before stays beside, for whoever wants to look.
      #expect(FileManager.default.fileExists(atPath: directory.file("gen-000001")), "\(kind)")
      try await manager.close()
    }
  }

  /// The size of the map stands in the meta pages, 32 bytes from their beginning, and has no checksum.
  @Test(arguments: [1 << 47, 1 << 55, .max - 4095] as [UInt64])
  func aMapSizeThatNoMachineHasLosesNothing(_ size: UInt64) async throws {
    let directory = TemporaryDirectory()
    try await Self.fill(directory)
    let file = URL(fileURLWithPath: try dataFile(in: directory))
    var bytes = try Data(contentsOf: file)
    for page in 0..<2 {
      let start = page * 4096 + 32
      withUnsafeBytes(of: size.littleEndian) { bytes.replaceSubrange(start..<start + 8, with: $0) }
    }
    try bytes.write(to: file)
    let manager = try LMDBCacheManager.open(directory) { $0.durability = .processSafe }
    #expect(try await manager.value(Self.key(4)) == Self.value(4, 2))
    try await manager.store("new", for: Self.key(7))
    #expect(try await manager.value(Self.key(7)) == "new")
    #expect(manager.statistics.corruptions == 0)
    try await manager.close()
  }

  @Test func refusingDamageThrowsAndTouchesNothing() async throws {
    let directory = TemporaryDirectory()
    try await Self.fill(directory)
    let file = try dataFile(in: directory)
    #expect(truncate(file, 20_000) == 0)
    let error = #expect(throws: CacheError.self) {
      try LMDBCacheManager.open(directory) { $0.onDamage = .refuse }
    }
    #expect(error?.code == .corrupted)
    #expect(error?.path == file)
    #expect(try dataFile(in: directory) == file)
  }

  @Test func ofDatabasesSetAsideOnlyTheLastAreKept() async throws {
    let directory = TemporaryDirectory()
    for _ in 0..<5 {
      let manager = try LMDBCacheManager.open(directory)
      try await manager.store("v", for: "k")
      try await manager.close()
      #expect(truncate(try dataFile(in: directory), 100) == 0)
    }
    let manager = try LMDBCacheManager.open(directory)
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(names.filter { $0.hasPrefix("gen-") }.count == 3)
    try await manager.close()
  }
}
