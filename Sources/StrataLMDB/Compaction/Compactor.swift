import CStrataLMDB
import Strata
import Synchronization

/// Copies the current generation into a new one, on a thread of its own while all others go on, and has the
/// writer thread switch over.
final class Compactor: Sendable {
  /// How often what was written meanwhile is copied before writers are held up for the rest.
  private static let passLimit = 5
  /// Entries that may be left for then.
  private static let remainderLimit = 1_000
  /// How long the switch-over may wait for other processes' writes.
  private static let switchTimeLimit: Duration = .seconds(60)

  private let store: Store
  private let progress: @Sendable (Int, Int) -> Void
  private let isCancelled = Atomic(false)
  private let copied = Completion(deadline: .now)
  private let copy: CompactedCopy

  /// - Throws: `CacheError` when the new generation can't be made.
  init(_ store: Store, progress: @escaping @Sendable (Int, Int) -> Void) throws(CacheError) {
    self.store = store
    self.progress = progress
    copy = try Self.begin(store)
  }

  private static func begin(_ store: Store) throws(CacheError) -> CompactedCopy {
    let source = try store.generation()
    let root = store.root
    let opener = GenerationOpener(
      root: root, configuration: store.configuration, seed: source.hasher.seed)
    let mapSize: UInt64
    do throws(EnvironmentFailure) {
      mapSize = try source.environment.usage(writing: false).map_size
    } catch {
      throw error.cacheError(tier: store.configuration.name, path: source.path)
    }
    let next = try root.withLock { () throws(CacheError) in
      try opener.makeNext(mapSize: mapSize, epochValue: source.epochValue + 1)
    }
    store.hasOldGenerations.store(true, ordering: .relaxed)
    return CompactedCopy(source: source, next: next)
  }

  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  func run() async throws(CacheError) -> LMDBCompaction {
    defer { copy.next.discard() }
    let before = Self.fileSize(of: copy.source)
    startThread()
    _ = try await copied.value()
    let switched = Completion(deadline: .now + Self.switchTimeLimit)
    try store.enqueue(WriteOperation(kind: .switchOver(copy), completion: switched), force: true)
    let records = try await switched.value()
    return LMDBCompaction(
      bytesBefore: before, bytesAfter: Self.fileSize(at: copy.next.path), records: records)
  }

  private func startThread() {
    let context = Unmanaged.passRetained(self)
    let code = strata_thread_start(
      { context in
        let compactor = Unmanaged<Compactor>.fromOpaque(context!).takeRetainedValue()
        compactor.copied.finish(compactor.copyAll())
      }, context.toOpaque())
    guard code != 0 else { return }
    context.release()
    copied.finish(
      .failure(
        EnvironmentFailure(code: code).cacheError(
          tier: store.configuration.name, path: copy.source.path)))
  }

  private func copyAll() -> Result<Int, CacheError> {
    Result { () throws(CacheError) in
      let total = (try? copy.source.environment.usage(writing: false).recordCount) ?? 0
      var remainder = try copy.pass(isFirst: true, isLocked: false, in: store) { done in
        progress(Swift.min(done, total), total)
        return goesOn
      }
      for _ in 1..<Self.passLimit {
        remainder = try copy.pass(isFirst: false, isLocked: false, in: store) { _ in goesOn }
        if remainder <= Self.remainderLimit { break }
      }
      do throws(EnvironmentFailure) {
        // Most of it is on the medium before writers are held up.
        try copy.next.environment.sync()
      } catch {
        throw error.cacheError(tier: store.configuration.name, path: copy.next.path)
      }
      return remainder
    }
  }

  private var goesOn: Bool {
    !isCancelled.load(ordering: .relaxed) && !store.queue.isClosed
  }

  private static func fileSize(of generation: Generation) -> Int { fileSize(at: generation.path) }

  private static func fileSize(at path: String) -> Int {
    var found = strata_inspection()
    return strata_inspect("\(path)/data.mdb", &found) == 0 ? Int(clamping: found.file_size) : 0
  }
}

extension Writer {
  /// Copies what was written since, while no process can write, and makes the copy the current generation.
  ///
  /// - Returns: The number of records.
  func switchOver(to copy: CompactedCopy, from generation: Generation) throws(CacheError) -> Int {
    guard copy.source === generation else { throw CompactedCopy.overtaken(store) }
    do throws(EnvironmentFailure) {
      // The source is only read.
      try begin(generation, checks: false)
    } catch {
      if error.meaning == .moved { throw CompactedCopy.overtaken(store) }
      if error.meaning == .damage { _ = recover(from: error, generation) }
      throw cacheError(error, generation)
    }
    defer { if !generation.environment.isPoisoned { generation.environment.abort() } }
    _ = try copy.pass(isFirst: false, isLocked: true, in: store)
    let count: Int
    do throws(EnvironmentFailure) {
      count = try generation.environment.usage(writing: true).recordCount
    } catch {
      throw cacheError(error, generation)
    }
    do throws(EnvironmentFailure) {
      try copy.next.environment.sync()
    } catch {
      throw error.cacheError(tier: store.configuration.name, path: copy.next.path)
    }
    // Who asked may have given up meanwhile. From here on nobody discards it: what does not become the current
    // generation is removed by the next one that cleans up.
    guard copy.next.take() else { throw CompactedCopy.overtaken(store) }
    try store.adopt(copy)
    hasUnflushed = false
    return count
  }
}

extension Store {
  /// Makes a compacted copy the current generation, within the write transaction of the one that it copies.
  func adopt(_ copy: CompactedCopy) throws(CacheError) {
    let opener = GenerationOpener(root: root, configuration: configuration)
    let result: Result<Void, CacheError> = changing.withLock { _ in
      Result { () throws(CacheError) in
        let next = try root.withLock { () throws(CacheError) in
          // Another process that removes everything needs no write transaction of the old one.
          guard root.epoch.value == copy.source.epochValue else {
            throw CompactedCopy.overtaken(self)
          }
          return try opener.makeCurrent(copy.next, copy.source.hasher.seed, copy.source.durability)
        }
        state.withLock { if !$0.isClosed { $0.generation = next } }
        hasOldGenerations.store(true, ordering: .relaxed)
      }
    }
    return try result.get()
  }
}
