import Strata
import StrataTesting
import Synchronization
import Testing

@Suite("Conformance suite")
struct CacheManagerConformanceTests {
  private func violations(
    _ fault: BrokenManager.Fault, _ options: ConformanceOptions = .full
  ) async throws -> [String] {
    do {
      try await CacheManagerConformance.check(options) { BrokenManager(fault) }
      return []
    } catch let failure as ConformanceFailure {
      #expect(!failure.description.isEmpty)
      return failure.violations.map(\.clause)
    }
  }

  @Test("a right manager passes")
  func passes() async throws {
    #expect(try await violations(.none) == [])
  }

  @Test(
    "each fault is found by the clause that speaks of it",
    arguments: [
      (.olderReplaces, "of records that arrive in any order the newest stays"),
      (.equalReplaces, "of two records with one stamp the first stays"),
      (.emptyReplaces, "an empty record replaces neither a filled nor an empty one"),
      (.losesEmpty, "a filled record replaces an empty one, whatever their stamps"),
      (.deletesNewer, "delete leaves what is newer than its stamp"),
      (.forgetsDelete, "a write begun before a removal is refused"),
      (.canonicalKeys, "keys are kept apart by their bytes"),
      (.caseKeys, "keys are kept apart by their bytes"),
      (.cutKeys, "keys are kept apart by their bytes"),
      (.dropsTags, "dates, time to live, validators, tags and absence are kept"),
      (.dropsLife, "dates, time to live, validators, tags and absence are kept"),
      (.roundsDates, "dates, time to live, validators, tags and absence are kept"),
      (.dropsAbsence, "dates, time to live, validators, tags and absence are kept"),
      (.shufflesBatch, "a batch gives its answers in the order of its keys"),
      (.wrongReady, "an unknown key has no record"),
      (.noInsert, "fetchOrInsert inserts the empty record"),
      (.keepsDomain, "removing a domain takes all of it and nothing else"),
      (.subdomainsToo, "removing a domain takes all of it and nothing else"),
      (.staleTags, "removing a tag takes what carries it now and nothing else"),
      (.miscounts, "each request counts once, as a hit or as a miss"),
      (.throwsOnClose, "closing ends well, twice too, and later calls return"),
      (.checksThenActs, "of records written by many tasks at once the newest stays"),
    ] as [(BrokenManager.Fault, String)])
  func finds(fault: BrokenManager.Fault, clause: String) async throws {
    let found = try await violations(fault)
    #expect(found.contains { $0.hasPrefix(clause) }, "\(found)")
  }

  @Test("five members are enough for a manager to pass as a plain one")
  func plain() async throws {
    try await CacheManagerConformance.check(.plain) { DictionaryCacheManager<String>() }
  }

  @Test("values may be of any type")
  func values() async throws {
    try await CacheManagerConformance.check(.plain, values: .init { $0 }) {
      DictionaryCacheManager<Int>()
    }
  }

  @Test("a clause can be left out by its name")
  func skips() async throws {
    var options = ConformanceOptions.full
    options.skippedClauses = ["of two records with one stamp the first stays"]
    #expect(try await violations(.equalReplaces, options) == [])
  }

  @Test("a store that forgets between runs is found out")
  func persistence() async throws {
    let kept = MemoryCacheManager<String>()
    try await CacheManagerConformance.checkPersistence { kept }
    let failure = await #expect(throws: ConformanceFailure.self) {
      try await CacheManagerConformance.checkPersistence { MemoryCacheManager<String>() }
    }
    #expect(
      failure?.violations.first?.clause
        == "records are there again after the store was opened anew")
  }
}

/// The smallest manager, as in the documentation: what the protocol demands must stay at five members.
final class DictionaryCacheManager<Value: Sendable>: CacheManager {
  private let records = Mutex<[CacheKey: CacheRecord<Value>]>([:])
  let updateInterval: TimeToLive? = nil

  func fetch(_ key: CacheKey) -> CacheRecord<Value>? {
    records.withLock { $0[key] }
  }
  func fetchOrInsert(_ key: CacheKey) -> CacheRecord<Value> {
    records.withLock { records in
      if let known = records[key] { return known }
      let empty = CacheRecord<Value>.empty()
      records[key] = empty
      return empty
    }
  }
  func updateIfNeeded(_ record: CacheRecord<Value>, for key: CacheKey, asOf began: Stamp) -> Bool {
    records.withLock { records in
      if let known = records[key], known.stamp >= record.stamp { return false }
      records[key] = record
      return true
    }
  }
  func delete(_ key: CacheKey, asOf stamp: Stamp) -> Bool {
    records.withLock { records in
      guard let known = records[key], known.stamp <= stamp else { return false }
      records[key] = nil
      return true
    }
  }
}
