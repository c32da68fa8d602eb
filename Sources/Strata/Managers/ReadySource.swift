import Synchronization

/// Where a fresh hit comes from, free of generics: the top tier of a stack, and the flags that must be down
/// for it to be trusted.
final class ReadySource: Sendable {
  /// The name of the tier.
  let name: String
  /// The top tier, where it is in memory; else `fetch` is asked.
  private let memory: MemoryCore?
  private let hits: MemoryCore.HitPath?
  private let fetch: (@Sendable (CacheKey) -> AnyCacheRecord?)?
  /// The flags of the tier and of the stacks around it, outermost last.
  private let flags: [TroubleFlag]
  // The flag of a stack that is in no other, as nearly all are: no array has to be gone through.
  private let onlyFlag: TroubleFlag?

  init<Value: Sendable>(_ manager: any CacheManager<Value>) {
    switch manager {
    case let memory as MemoryCacheManager<Value>:
      name = memory.name
      self.memory = memory.core
      fetch = nil
      flags = []
    case let tiered as TieredCacheManager<Value>:
      let inner = ReadySource(tiered.tiers[0].manager)
      name = tiered.readyName
      memory = inner.memory
      fetch = inner.fetch
      flags = inner.flags + [tiered.tiers[0].trouble]
    default:
      name = manager.readyName
      memory = nil
      fetch = { manager.fetchIfReady($0) }
      flags = []
    }
    hits = memory?.hits
    onlyFlag = flags.count == 1 ? flags[0] : nil
  }

  /// The record of a key if the top tier has it at hand and all is well with it.
  @inline(__always)
  func record(_ key: CacheKey) -> AnyCacheRecord? {
    if isTroubled { return nil }
    if let hits { return hits.record(key) }
    return fetch?(key)
  }

  /// As `record` for each of the keys.
  func records(_ keys: [CacheKey]) -> [AnyCacheRecord?] {
    if isTroubled { return Array(repeating: nil, count: keys.count) }
    if let memory { return memory.records(keys) }
    return keys.map { fetch?($0) }
  }

  @inline(__always)
  private var isTroubled: Bool {
    if let onlyFlag { return onlyFlag.isUp }
    return flags.contains { $0.isUp }
  }
}

/// Says that something is to be looked at before a tier is trusted.
final class TroubleFlag: Sendable {
  private let flag = Atomic<Bool>(false)

  @inline(__always)
  var isUp: Bool { flag.load(ordering: .acquiring) }

  func set(_ isUp: Bool) {
    flag.store(isUp, ordering: .releasing)
  }
}
