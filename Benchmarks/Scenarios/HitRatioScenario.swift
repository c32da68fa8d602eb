import Foundation
import Strata

/// The share of requests that a memory tier answers, by eviction policy, trace and size, beside what is
/// possible at all.
enum HitRatioScenario: Scenario {
  static let name = "hit-ratio"
  static let summary =
    "hits by eviction policy on traces, beside FIFO and the optimum (--traces DIR)"

  static func run(_ arguments: Arguments, _ report: inout Report) async throws {
    var table = HitRatioTable(scenario: name)
    print("\n\(name): % of requests; one shard, entries of one size, put in when missing")
    if let folder = arguments.traces {
      try play(folder: URL(fileURLWithPath: folder), &table, &report)
    } else {
      for trace in SyntheticTraces.all(isQuick: arguments.isQuick) {
        let keys = keys(trace)
        for capacity in trace.capacities { table.add(play(trace, keys, capacity, nil), &report) }
      }
    }
    table.finish(&report)
  }

  /// Plays the traces of a folder that its table of references lists.
  private static func play(
    folder: URL, _ table: inout HitRatioTable, _ report: inout Report
  ) throws {
    let list = folder.appendingPathComponent("reference-hits.txt")
    let references: ReferenceHits
    do { references = try ReferenceHits(contentsOf: list) } catch {
      throw TraceError("\(list.path) can't be read: \(error.localizedDescription)")
    }
    var trace: Trace?
    var keys: [CacheKey] = []
    for row in references.rows {
      let url = folder.appendingPathComponent(row.trace)
      guard FileManager.default.fileExists(atPath: url.path) else { continue }
      if trace?.name != row.trace {
        let read = Trace(row.trace, try TraceFile(url: url).keys(), capacities: [])
        keys = Self.keys(read)
        trace = read
      }
      if let trace { table.add(play(trace, keys, row.capacity, row), &report) }
    }
  }

  private static func keys(_ trace: Trace) -> [CacheKey] {
    (0..<trace.keyCount).map { CacheKey("\($0)") }
  }

  private static func play(
    _ trace: Trace, _ keys: [CacheKey], _ capacity: Int, _ reference: ReferenceHits.Row?
  ) -> HitRatioTable.Line {
    let hits = { (policy: EvictionPolicy) in
      PolicyTier("", policy, keys: keys, capacity: capacity, shards: 1).hits(trace)
    }
    return HitRatioTable.Line(
      trace: trace.name, capacity: capacity, requests: trace.requests.count,
      fifo: FirstInFirstOut.hits(trace, capacity: capacity), lru: hits(.leastRecentlyUsed),
      tinyLFU: hits(.windowTinyLFU), optimum: OptimalCache.hits(trace, capacity: capacity),
      reference: reference)
  }
}
