import Strata
import Synchronization

/// A dictionary that keeps the contract but for one fault of choice.
final class BrokenManager: CacheManager {
  enum Fault: CaseIterable {
    case none, olderReplaces, equalReplaces, emptyReplaces, deletesNewer, forgetsDelete
    case canonicalKeys, caseKeys, cutKeys, dropsTags, dropsLife, roundsDates, dropsAbsence
    case shufflesBatch, wrongReady, noInsert, losesEmpty, keepsDomain, subdomainsToo, staleTags
    case miscounts, throwsOnClose, checksThenActs, keepsBig
  }

  private struct State {
    var records: [[UInt8]: (key: CacheKey, record: CacheRecord<String>)] = [:]
    var removals = RemovalLedger()
    var statistics = CacheStatistics(name: "broken")
    var oldTags: [[UInt8]: Set<String>] = [:]
  }

  let fault: Fault
  let updateInterval: TimeToLive? = nil
  private let state = Mutex(State())

  init(_ fault: Fault) {
    self.fault = fault
  }

  /// Bytes, since texts compare by canonical equivalence.
  private func slot(_ key: CacheKey) -> [UInt8] {
    switch fault {
    // The hash of texts goes by canonical equivalence too.
    case .canonicalKeys: Array("\(key.text.hashValue)".utf8)
    case .caseKeys: Array(key.text.lowercased().utf8)
    case .cutKeys: Array(key.text.utf8.prefix(511))
    default: Array(key.text.utf8)
    }
  }

  private func changed(_ record: CacheRecord<String>) -> CacheRecord<String> {
    let old = record.metadata
    func date(_ date: Timestamp) -> Timestamp {
      fault == .roundsDates ? Timestamp(milliseconds: date.milliseconds / 1_000 * 1_000) : date
    }
    return record.with(
      RecordMetadata(
        createDate: date(old.createDate), updateDate: old.updateDate.map(date),
        updateInstant: old.updateInstant, stamp: old.stamp,
        timeToLive: fault == .dropsLife ? nil : old.timeToLive, validators: old.validators,
        tags: fault == .dropsTags ? [] : old.tags,
        absence: fault == .dropsAbsence ? nil : old.absence, expired: old.isExpiredByHand))
  }

  func fetchIfReady(_ key: CacheKey) -> CacheRecord<String>? {
    guard fault == .wrongReady else { return nil }
    return CacheRecord(value: "wrong", stamp: .max)
  }

  func fetch(_ key: CacheKey) async throws(CacheError) -> CacheRecord<String>? {
    state.withLock { state in
      let found = state.records[slot(key)]?.record
      if found != nil || fault == .miscounts {
        state.statistics.hits += 1
      } else {
        state.statistics.misses += 1
      }
      return found
    }
  }

  func fetch(_ keys: [CacheKey]) async throws(CacheError) -> [CacheRecord<String>?] {
    var records: [CacheRecord<String>?] = []
    for key in keys { records.append(try await fetch(key)) }
    return fault == .shufflesBatch ? records.reversed() : records
  }

  func fetchOrInsert(_ key: CacheKey) async throws(CacheError) -> CacheRecord<String> {
    if let known = try await fetch(key) { return known }
    let empty = CacheRecord<String>.empty()
    if fault == .noInsert { return empty }
    return state.withLock { state in
      if let known = state.records[slot(key)] { return known.record }
      state.records[slot(key)] = (key, empty)
      return empty
    }
  }

  func updateIfNeeded(_ record: CacheRecord<String>, for key: CacheKey, asOf began: Stamp)
    async throws(CacheError) -> Bool
  {
    if fault == .keepsBig, (record.value?.utf8.count ?? 0) > 1_000_000 { return false }
    if fault == .checksThenActs {
      let known = state.withLock { $0.records[slot(key)]?.record }
      if let known, !replaces(record, known) { return false }
      await Task.yield()
      state.withLock { $0.records[slot(key)] = (key, record) }
      return true
    }
    return state.withLock { state in
      let known = state.records[slot(key)]?.record
      guard state.removals.permits(key, asOf: began) || fault == .forgetsDelete,
        known.map({ replaces(record, $0) }) ?? true
      else {
        state.statistics.refusedUpdates += 1
        return false
      }
      state.oldTags[slot(key), default: []].formUnion(record.tags)
      state.records[slot(key)] = (key, changed(record))
      state.statistics.updates += 1
      return true
    }
  }

  private func replaces(_ record: CacheRecord<String>, _ known: CacheRecord<String>) -> Bool {
    if record.updateDate == nil { return fault == .emptyReplaces }
    if known.updateDate == nil { return fault != .losesEmpty || record.stamp > known.stamp }
    switch fault {
    case .olderReplaces: return true
    case .equalReplaces: return record.stamp >= known.stamp
    default: return record.stamp > known.stamp
    }
  }

  func delete(_ key: CacheKey, asOf stamp: Stamp) async throws(CacheError) -> Bool {
    state.withLock { state in
      state.removals.note(key, at: stamp)
      guard let known = state.records[slot(key)]?.record,
        known.stamp <= stamp || fault == .deletesNewer
      else { return false }
      state.records[slot(key)] = nil
      state.statistics.removals += 1
      return true
    }
  }

  func remove(_ scope: RemovalScope, asOf stamp: Stamp) async throws(CacheError) {
    state.withLock { state in
      state.removals.note(scope, at: stamp)
      for (slot, entry) in state.records where entry.record.stamp <= stamp {
        var isCovered = scope.covers(entry.key, tags: entry.record.tags)
        switch (fault, scope) {
        case (.keepsDomain, .domain): isCovered = false
        case (.subdomainsToo, .domain(let domain)):
          isCovered = entry.key.domain?.hasSuffix(domain) == true
        case (.staleTags, .tag(let tag)):
          isCovered = state.oldTags[slot]?.contains(tag) == true
        default: break
        }
        if isCovered { state.records[slot] = nil }
      }
    }
  }

  var statistics: CacheStatistics { state.withLock { $0.statistics } }

  func close() async throws(CacheError) {
    if fault == .throwsOnClose { throw CacheError(.inputOutput, message: "can't close") }
  }
}
