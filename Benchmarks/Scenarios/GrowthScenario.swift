import CBenchmarks
import Strata
import StrataLMDB

/// What grows with the number of entries, and what must not.
enum GrowthScenario: Scenario {
  static let name = "growth"
  static let summary =
    "bytes an entry in memory beyond key and value; opening a database and its first answer"

  static func run(_ arguments: Arguments, _ report: inout Report) async throws {
    let counts = arguments.isQuick ? [1_000, 10_000] : [1_000, 10_000, 100_000, 1_000_000]
    for count in counts {
      let set = KeySet(count: count)
      memory(set, &report)
      try await opening(set, &report)
    }
  }

  /// Heap bytes beyond the key and the value: their texts exist beforehand, and what the two structures take
  /// themselves, wherever they lie, is taken off.
  private static func memory(_ set: KeySet, _ report: inout Report) {
    let cards = (0..<set.count).map { Card($0) }
    let before = bench_heap_bytes()
    guard before >= 0 else { return }
    var dictionary: [CacheKey: Card] = [:]
    for (index, key) in set.keys.enumerated() { dictionary[key] = cards[index] }
    let between = bench_heap_bytes()
    let memory = MemoryCacheManager<Card>(limits: MemoryLimits(entries: set.count * 2, bytes: nil))
    for (index, key) in set.keys.enumerated() {
      let record = CacheRecord(value: cards[index], stamp: CacheClock.system.nextStamp())
      _ = memory.updateIfNeeded(record, for: key, asOf: record.stamp)
    }
    let after = bench_heap_bytes()
    let own = Double(MemoryLayout<CacheKey>.stride + MemoryLayout<Card>.stride)
    for (name, bytes) in [
      ("a dictionary", between - before), ("Strata, memory tier", after - between),
    ] {
      report.add(
        Row(
          scenario: self.name, workload: "\(set.count.shortText) keys", contender: name,
          threads: 1, unit: "bytes/entry", value: Spread([Double(bytes) / Double(set.count) - own]),
          goal: name == "a dictionary" ? nil : 100))
    }
    withExtendedLifetime((dictionary, memory)) {}
  }

  private static func opening(_ set: KeySet, _ report: inout Report) async throws {
    let directory = try ScratchDirectory("growth")
    var configuration = LMDBConfiguration()
    configuration.quota = 8 << 30
    configuration.durability = .processSafe
    let first = try LMDBCacheManager(
      directory: directory.path, codec: CardCodec(), configuration: configuration)
    let callers = 256
    try await withThrowingTaskGroup(of: Void.self) { group in
      for caller in 0..<callers {
        group.addTask {
          for index in stride(from: caller, to: set.count, by: callers) {
            let record = CacheRecord(
              value: Card(index), stamp: CacheClock.system.nextStamp())
            _ = try await first.updateIfNeeded(record, for: set.keys[index])
          }
        }
      }
      try await group.waitForAll()
    }
    try await first.close()
    var opens: [Double] = []
    var answers: [Double] = []
    for _ in 0..<5 {
      let start = Stopwatch.now()
      let disk = try LMDBCacheManager(
        directory: directory.path, codec: CardCodec(), configuration: configuration)
      let opened = Stopwatch.now()
      let record = try await disk.fetch(set.keys[set.count / 2])
      let answered = Stopwatch.now()
      precondition(record?.value == Card(set.count / 2), "the database lost a record")
      opens.append(Double(opened - start) / 1e6)
      answers.append(Double(answered - opened) / 1e6)
      try await disk.close()
    }
    for (name, times, goal) in [
      ("Strata on LMDB, open", opens, 50), ("Strata on LMDB, first answer", answers, nil),
    ] as [(String, [Double], Double?)] {
      report.add(
        Row(
          scenario: self.name, workload: "\(set.count.shortText) keys", contender: name,
          threads: 1, unit: "ms", value: Spread(times), goal: goal))
    }
  }
}
