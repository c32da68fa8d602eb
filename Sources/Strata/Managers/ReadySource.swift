import Synchronization

/// Where a fresh hit comes from, free of generics: the top tier of a stack, and the flags that must be down
/// for it to be trusted.
final class ReadySource: Sendable {
  private enum Kind {
    case memory(MemoryCore)
    /// Any other manager, by its `fetchIfReady`.
    case other(@Sendable (CacheKey) -> AnyCacheRecord?)
  }

  /// The name of the tier.
  let name: String
  private let kind: Kind
  private let troubles: [TroubleFlag]

  init<Value: Sendable>(_ manager: any CacheManager<Value>) {
    switch manager {
    case let memory as MemoryCacheManager<Value>:
      name = memory.name
      kind = .memory(memory.core)
      troubles = []
    case let tiered as TieredCacheManager<Value>:
      let inner = ReadySource(tiered.tiers[0].manager)
      name = inner.name
      kind = inner.kind
      troubles = inner.troubles + [tiered.tiers[0].trouble]
    default:
      name = manager.readyName
      kind = .other { manager.fetchIfReady($0) }
      troubles = []
    }
  }

  /// The record of a key if the top tier has it at hand and all is well with it.
  @inline(__always)
  func record(_ key: borrowing CacheKey) -> AnyCacheRecord? {
    for flag in troubles where flag.isUp { return nil }
    switch kind {
    case .memory(let core): return core.hit(key)
    case .other(let fetch): return fetch(copy key)
    }
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
