import Strata
import StrataTesting
import Synchronization

/// Makes memory partitions and notes what becomes of them; what is stored stays with it when asked to, as
/// on a disk.
final class PartitionFactory: Sendable {
  struct Refusal: Error {}

  private struct State {
    var made: [String] = []
    var closed: [String] = []
    var refused: Set<String> = []
    var disks: [String: MemoryCacheManager<String>] = [:]
    var openNow: [String: Int] = [:]
    var mostOpen = 0
    var hasOverlap = false
  }

  private let state = Mutex(State())
  let keeps: Bool
  let closing = Gate(isOpen: true)

  private let entries: Int

  init(keeps: Bool = false, entries: Int = 10) {
    self.entries = entries
    self.keeps = keeps
  }

  var made: [String] { state.withLock { $0.made } }
  var closed: [String] { state.withLock { $0.closed } }
  var mostOpen: Int { state.withLock { $0.mostOpen } }
  var openCount: Int { state.withLock { $0.openNow.values.reduce(0, +) } }
  /// Whether one name was ever open twice at a time.
  var hasOverlap: Bool { state.withLock { $0.hasOverlap } }
  var stored: [String] { state.withLock { Array($0.disks.keys) } }

  func refuse(_ names: Set<String>) { state.withLock { $0.refused = names } }

  func make(_ name: String) throws -> any CacheManager<String> {
    try state.withLock { state in
      state.made.append(name)
      if state.refused.contains(name) { throw Refusal() }
      state.openNow[name, default: 0] += 1
      if state.openNow[name]! > 1 { state.hasOverlap = true }
      state.mostOpen = max(state.mostOpen, state.openNow.values.reduce(0, +))
      let memory: MemoryCacheManager<String>
      if keeps, let disk = state.disks[name] {
        memory = disk
      } else {
        memory = MemoryCacheManager(limits: MemoryLimits(entries: entries))
        state.disks[name] = memory
      }
      return Partition(base: memory, name: name, factory: self)
    }
  }

  fileprivate func noteClosed(_ name: String) {
    state.withLock { state in
      state.closed.append(name)
      state.openNow[name, default: 0] -= 1
    }
  }

  /// A partition that throws when it is used after it was closed.
  final class Partition: CacheManager {
    let base: MemoryCacheManager<String>
    let name: String
    let factory: PartitionFactory
    let reading = Gate(isOpen: true)
    private let isClosed = Atomic(false)
    var updateInterval: TimeToLive? { name == "quick.example" ? .seconds(1) : nil }

    init(base: MemoryCacheManager<String>, name: String, factory: PartitionFactory) {
      self.base = base
      self.name = name
      self.factory = factory
    }

    private func check() throws(CacheError) {
      if isClosed.load(ordering: .acquiring) {
        throw CacheError(.closed, message: "used after it was closed")
      }
    }

    func fetchIfReady(_ key: CacheKey) -> CacheRecord<String>? { base.fetchIfReady(key) }
    func fetch(_ key: CacheKey) async throws(CacheError) -> CacheRecord<String>? {
      try check()
      await Task.yield()
      try check()
      return base.fetch(key)
    }
    func fetchOrInsert(_ key: CacheKey) async throws(CacheError) -> CacheRecord<String> {
      try check()
      return base.fetchOrInsert(key)
    }
    func updateIfNeeded(_ record: CacheRecord<String>, for key: CacheKey, asOf began: Stamp)
      async throws(CacheError) -> Bool
    {
      try check()
      await Task.yield()
      try check()
      return base.updateIfNeeded(record, for: key, asOf: began)
    }
    func delete(_ key: CacheKey, asOf stamp: Stamp) async throws(CacheError) -> Bool {
      try check()
      return base.delete(key, asOf: stamp)
    }
    func remove(_ scope: RemovalScope, asOf stamp: Stamp) async throws(CacheError) {
      try check()
      await base.remove(scope, asOf: stamp)
    }
    var statistics: CacheStatistics { base.statistics }
    func close() async throws(CacheError) {
      isClosed.store(true, ordering: .releasing)
      await factory.closing.passUncancelled()
      factory.noteClosed(name)
    }
  }
}
